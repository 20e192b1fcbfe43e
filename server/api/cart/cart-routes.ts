import type { FastifyInstance } from 'fastify';
import { type QuantityCache, readSellableItems } from '#server/api/catalogue/catalogue.ts';
import { allowHeldReads } from '#server/api/changes/held-reads.ts';
import { type ContractRouteDependencies, createContractRouter } from '#server/api/contract/contract-route.ts';
import { withSiteRead } from '#server/api/database/site-read.ts';
import { cartContract } from '#shared/cart/cart-contract.ts';
import { computeGoodsPrice, computeItemPrice, computeLinePrice } from '#shared/cart/line-price.ts';
import { centsToEuros } from '#shared/money.ts';
import { ok } from '#shared/outcome.ts';
import { countBottlesToShip } from '#shared/shipping/count-bottles-to-ship.ts';
import { type ResolvedCartLine, resolveCartLinesCheckingStock } from './resolve-cart-lines.ts';

interface CartDependencies extends ContractRouteDependencies {
  quantities: QuantityCache;
}

export function cartRoutes(app: FastifyInstance, dependencies: CartDependencies): void {
  const route = createContractRouter(app, 'cart', cartContract, dependencies);

  route('POST /order/validate', async ({ body, site, translate }) => {
    const ids = body.products.map(({ id }) => id);
    const checked = resolveCartLinesCheckingStock(
      body.products,
      await withSiteRead(
        dependencies.db,
        site.id,
        (tx) => {
          allowHeldReads(tx);
          return readSellableItems(tx, ids);
        },
        { isOneTrip: true },
      ),
      translate,
    );
    if (!checked.ok && checked.refusal === 'stock') dependencies.quantities.invalidate(site.id);
    return checked.ok ? ok(toValidCart(checked.value)) : checked;
  });
}

const toValidCart = (lines: readonly ResolvedCartLine[]) => ({
  products: lines.map((line) => ({
    id: line.item.id,
    quantity: line.quantity,
    price: centsToEuros(computeItemPrice(line.item)),
    total: centsToEuros(computeLinePrice(line)),
  })),
  bottles: countBottlesToShip(lines),
  subtotal: centsToEuros(computeGoodsPrice(lines)),
});
