import type { QuantityCache, StockChangeNotifier } from '#server/api/catalogue/catalogue.ts';
import type { ContractRouteDependencies } from '#server/api/contract/contract-route.ts';
import type { RateLimiter } from '#server/api/limits/rate-limiter.ts';
import type { StartPayment } from '#server/api/payments/start-payment.ts';
import type { CheckoutProviders } from './prepare-order.ts';

export interface CheckoutDependencies extends ContractRouteDependencies, CheckoutProviders {
  startPayment: StartPayment;
  limits: RateLimiter;
  quantities: QuantityCache;
  stock: StockChangeNotifier;
}

/** Places an order when a concurrency slot is free. Orders of customers and of staff share the slots. */
export type OrderConcurrencyLimiter = <Result>(placeOrder: () => Promise<Result>) => Promise<Result>;
