import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { PaymentDescriptionLanguage, PaymentProviders } from '#server/api/payments/payment-providers.ts';
import type { StaffOrderSettlement } from '#shared/orders/order-channel.ts';
import {
  isMethodAllowed,
  type PaymentMethod,
  paymentMethodRecords,
  paymentMethods,
} from '#shared/payments/payment-method.ts';
import type { PaymentMethodDescription } from '#shared/payments/payment-methods-contract.ts';
import type { DeliveryType } from '#shared/shipping/delivery-type.ts';

/** The ways in which customers pay an order that staff enter as paid. The estate need not offer them on its site. */
const receivedMethods: readonly PaymentMethod[] = ['CASH', 'CARD_TERMINAL', 'CHEQUE', 'TRANSFER'];

/**
 * Lists the payment methods of an order that staff enter. Payment on collection is possible for every order that is
 * collected, even if it is not offered to customers.
 */
export async function listStaffPaymentMethods(
  tx: SiteTx,
  { delivery, settlement }: { delivery: DeliveryType; settlement: StaffOrderSettlement },
  payments: PaymentProviders,
  context: PaymentDescriptionLanguage,
): Promise<PaymentMethodDescription[]> {
  const describe = await payments.readDescriptions(tx, context);
  if (settlement !== 'OPEN') return receivedMethods.filter((method) => payments.forMethod(method)).map(describe);
  const offered = (await payments.readOffer(tx, context)).methods.filter(({ method }) => !isPaidAtCollection(method));
  const atCollection = paymentMethods.filter(
    (method) => isPaidAtCollection(method) && isMethodAllowed(method, delivery),
  );
  return [...offered, ...atCollection.map(describe)];
}

const isPaidAtCollection = (method: PaymentMethod): boolean => paymentMethodRecords[method].isPaidAtCollection;
