import type { ContractRouteDependencies } from '#server/api/contract/contract-route.ts';
import type { RateLimiter } from '#server/api/limits/rate-limiter.ts';
import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import type { StartPayment } from '#server/api/payments/start-payment.ts';
import type { StaffOrderContext } from './staff-orders.ts';

export interface OrdersDependencies extends ContractRouteDependencies {
  payments: PaymentProviders;
  startPayment: StartPayment;
  limits: RateLimiter;
  readWithdrawals: StaffOrderContext['readWithdrawals'];
}
