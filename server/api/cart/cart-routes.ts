import type { FastifyInstance } from 'fastify';
import { type QuantityCache, readSellableItems } from '#server/api/catalogue/catalogue.ts';
import { contractRoutes, type RouteParts } from '#server/api/contract/contract-route.ts';
import { cartContract } from '#shared/cart/cart-contract.ts';
import { goodsPrice, linePrice, priceOfOne } from '#shared/cart/line-price.ts';
import { centsToEuros } from '#shared/money.ts';
import { ok } from '#shared/outcome.ts';
import { bottleCount } from '#shared/shipping/bottle-count.ts';
import { type CartLine, sellableLines } from './read-cart.ts';

export interface CartParts extends RouteParts {
  quantities: QuantityCache;
}

export function cartRoutes(app: FastifyInstance, parts: CartParts): void {
  const route = contractRoutes(app, 'ordering', cartContract, parts);

  route('POST /order/validate', async ({ body, site, say, inSite }) => {
    const ids = body.products.map(({ id }) => id);
    const checked = sellableLines(body.products, await inSite((tx) => readSellableItems(tx, ids)), say);
    if (!checked.ok && checked.refusal === 'stock') parts.quantities.invalidate(site.id);
    return checked.ok ? ok(toValidCart(checked.value)) : checked;
  });
}

const toValidCart = (lines: readonly CartLine[]) => ({
  products: lines.map((line) => ({
    id: line.item.id,
    quantity: line.quantity,
    price: centsToEuros(priceOfOne(line.item)),
    total: centsToEuros(linePrice(line)),
  })),
  bottles: bottleCount(lines),
  subtotal: centsToEuros(goodsPrice(lines)),
});
