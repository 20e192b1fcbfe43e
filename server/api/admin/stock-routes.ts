import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { readStockTakenByOpenOrders } from '#server/api/orders/read-stock-taken-by-open-orders.ts';
import { readParameter } from '#server/api/site/site.ts';
import { stockContract } from '#shared/admin/stock-contract.ts';
import { ok } from '#shared/outcome.ts';
import { changeStockWithAudit } from './change-stock-with-audit.ts';
import { readStockMovementPage, readStockPage } from './stock-list.ts';

/** Registers the calls with which staff read and change the stock. */
export function stockRoutes(app: FastifyInstance, dependencies: ContractRouteDependencies): void {
  const route = createContractRouter(app, 'admin', stockContract, dependencies);

  route('GET /admin/stock', ({ query, lang, site, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, total } = await readStockPage(tx, query, { lang, siteLang: site.defaultLang });
      const reserved = await readStockTakenByOpenOrders(tx);
      const lowLimit = (await readParameter(tx, 'STOCK_LIMIT_DISPLAY')) ?? 0;
      const variants = rows.map((row) => ({
        ...row,
        reserved: reserved.get(row.id) ?? 0,
        isLow: row.quantity !== null && (row.quantity === 0 || row.quantity < lowLimit),
      }));
      return { variants, total };
    }),
  );

  route('GET /admin/stock-movement', ({ query, withSiteTransaction }) =>
    withSiteTransaction(async (tx) => {
      const { rows, total } = await readStockMovementPage(tx, query);
      const movements = rows.map(({ movement: { id, variantId, kind, before, after, reason, createdAt }, email }) => ({
        id,
        idVariant: variantId,
        at: createdAt.toISOString(),
        kind,
        before,
        after,
        reason,
        email,
      }));
      return { movements, total };
    }),
  );

  route('POST /admin/stock-movement', ({ body: { variant: variantId, ...movement }, user, runIdempotentChange }) =>
    runIdempotentChange({
      run: async (tx) => {
        const moved = await changeStockWithAudit(tx, { ...movement, variantId, userId: user.id });
        return moved.ok ? ok({ before: moved.value.before, after: moved.value.after }) : moved;
      },
    }),
  );
}
