import type { FastifyInstance } from 'fastify';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import type { Resource } from '#server/api/resources/resource.ts';
import { priceListContract } from '#shared/admin/price-list-contract.ts';
import { ok, refuse } from '#shared/outcome.ts';
import { savePriceList } from './save-price-list.ts';

/** Registers the call with which staff changes many prices and stocks at once. */
export function priceListRoute(
  app: FastifyInstance,
  productResource: Resource,
  dependencies: ContractRouteDependencies,
): void {
  const route = createContractRouter(app, 'admin', priceListContract, dependencies);
  route('PUT /admin/product/prices', ({ body: { rows }, site, user, translate }) =>
    withSiteTransactionOrRollback(dependencies.db, site.id, async (tx) => {
      const { products, issues } = await savePriceList(tx, productResource, rows, user.id);
      if (issues.length === 0) return ok({ products });
      const errors = issues.map(({ row, field, text, values }) => [`rows.${row}.${field}`, translate(text, values)]);
      return refuse('invalid_rows', { errors: Object.fromEntries(errors) });
    }),
  );
}
