import type { OrderSummary } from '#shared/orders/orders-contract.ts';
import type { Texts } from '#shared/texts.ts';

/** The state of an order in words. Nothing is awaited of an order that is paid for when it is collected. */
export const describeOrderState = (
  t: Texts['t'],
  { status, payment }: Pick<OrderSummary, 'status' | 'payment'>,
): string =>
  status === 'PENDING' && payment.method === 'AT_PICKUP'
    ? t('orders.state.payable-at-estate')
    : t(`orders.state.${status}`);
