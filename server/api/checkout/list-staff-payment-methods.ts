import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { PaymentDescriptionLanguage, PaymentProviders } from '#server/api/payments/payment-providers.ts';
import type { StaffOrderSettlement } from '#shared/orders/order-channel.ts';
import {
  isPaymentMethodAllowedForDelivery,
  type PaymentMethod,
  paymentMethodRecords,
  paymentMethods,
} from '#shared/payments/payment-method.ts';
import type { PaymentMethodDescription } from '#shared/payments/payment-methods-contract.ts';
import type { DeliveryType } from '#shared/shipping/delivery-type.ts';

/**
 * Lists the payment methods of an order that staff enter. Payment at the estate is possible even if it is not offered
 * to customers: for every order that is collected or that the customer has already paid.
 */
export async function listStaffPaymentMethods(
  tx: SiteTx,
  { delivery, settlement }: { delivery: DeliveryType; settlement: StaffOrderSettlement },
  payments: PaymentProviders,
  context: PaymentDescriptionLanguage,
): Promise<PaymentMethodDescription[]> {
  const atEstate = paymentMethods.filter(isPaidAtCollection).map(await payments.readDescriptions(tx, context));
  const offered = (await payments.readOffer(tx, context)).methods.filter(({ method }) => !isPaidAtCollection(method));
  if (settlement !== 'OPEN') return [...atEstate, ...offered];
  return [...offered, ...atEstate.filter(({ method }) => isPaymentMethodAllowedForDelivery(method, delivery))];
}

const isPaidAtCollection = (method: PaymentMethod): boolean => paymentMethodRecords[method].isPaidAtCollection;
