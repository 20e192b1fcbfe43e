import type { FastifyInstance } from 'fastify';
import { type HeldQuantities, stockWord } from '#server/api/catalogue/catalogue.ts';
import { checkoutRoutes } from '#server/api/checkout/checkout-routes.ts';
import { pickupRoutes } from '#server/api/checkout/pickup-routes.ts';
import type { RouteParts } from '#server/api/contract/contract-route.ts';
import type { RateLimits } from '#server/api/limits/rate-limits.ts';
import { withdrawalRoutes } from '#server/api/withdrawals/withdrawal-routes.ts';
import { adminOrderRoutes } from './admin-order-routes.ts';
import { orderRoutes } from './order-routes.ts';
import { placingRoutes } from './placing-routes.ts';

export interface OrderingParts extends RouteParts {
  limits: RateLimits;
  quantities: HeldQuantities;
}

/** Every call of the ordering contract. */
export function orderingRoutes(app: FastifyInstance, parts: OrderingParts): void {
  const stock = stockWord(parts.db, (err) => app.log.error({ err }, 'word of the stock did not go out'));
  app.addHook('onClose', () => stock.close());
  checkoutRoutes(app, parts);
  placingRoutes(app, { ...parts, stock });
  orderRoutes(app, parts);
  pickupRoutes(app, parts);
  withdrawalRoutes(app, parts);
  adminOrderRoutes(app, parts);
}
