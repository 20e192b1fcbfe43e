import type {
  StaffOrderBody,
  StaffOrderQuote,
  staffCheckoutContract,
} from '#shared/checkout/staff-checkout-contract.ts';
import type { BodyOf } from '#shared/endpoint.ts';
import type { PaymentMethod } from '#shared/payments/payment-method.ts';
import type { DeliveryType } from '#shared/shipping/delivery-type.ts';
import {
  addressHasRecipientName,
  type Fulfilment,
  getFulfilment,
  getSettlement,
  isDeliveredByCarrier,
  type OrderFormAddress,
  type OrderFormCustomer,
  type OrderFormValues,
  parsePositiveQuantityOrNull,
} from './order-form-values.ts';

type QuoteBody = BodyOf<(typeof staffCheckoutContract)['POST /admin/order/quote']>;

/**
 * Returns the chosen payment method if the order can be paid with it, otherwise the first possible one. For an order
 * that is already paid there is no default, because a wrong one would go unnoticed into the books.
 */
export function pickPaymentMethod(
  values: OrderFormValues,
  quote: Pick<StaffOrderQuote, 'payments'> | null,
): PaymentMethod | null {
  const methods = (quote?.payments ?? []).map(({ method }) => method);
  const first = getSettlement(values) === 'OPEN' ? methods[0] : undefined;
  return methods.find((method) => method === values.payment) ?? first ?? null;
}

const toProducts = (values: OrderFormValues) =>
  values.lines.map(({ variantId, quantity }) => ({
    id: variantId,
    quantity: parsePositiveQuantityOrNull(quantity) ?? 0,
  }));

const deliveryTypes = {
  DELIVERY: 'DELIVERY',
  PICKUP: 'PICKUP',
  COLLECTION: 'CLICK_AND_COLLECT',
  TAKEN_AWAY: 'CLICK_AND_COLLECT',
  MAIL: 'NO_DELIVERY',
} as const satisfies Record<Fulfilment, DeliveryType>;

function toDelivery(values: OrderFormValues): QuoteBody['delivery'] {
  const { idCarrier } = values;
  const fulfilment = getFulfilment(values);
  return {
    type: deliveryTypes[fulfilment],
    ...(isDeliveredByCarrier(fulfilment) && idCarrier !== null && { idCarrier }),
  };
}

/** Returns the place that determines the shipping fee; null while it is not known, or if nothing is shipped. */
function toDestination(values: OrderFormValues): QuoteBody['destination'] {
  const { address, pickupPoint } = values;
  const fulfilment = getFulfilment(values);
  if (fulfilment === 'PICKUP' && pickupPoint) return { postalCode: pickupPoint.zipCode, country: pickupPoint.country };
  const postalCode = address.postalCode.trim();
  return isDeliveredByCarrier(fulfilment) && postalCode !== '' ? { postalCode, country: address.country } : null;
}

/** @returns Null if there is no line, or a quantity is not a positive whole number. */
export function toQuoteBody(values: OrderFormValues): QuoteBody | null {
  const { lines, code, customer } = values;
  if (lines.length === 0 || lines.some(({ quantity }) => parsePositiveQuantityOrNull(quantity) === null)) return null;
  return {
    products: toProducts(values),
    code: code.trim(),
    // The email address is needed only for a code's limit per customer. An incomplete one is left out.
    email: code.trim() !== '' && /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(customer.email.trim()) ? customer.email.trim() : '',
    settlement: getSettlement(values),
    delivery: toDelivery(values),
    destination: toDestination(values),
  };
}

const toAddress = (address: OrderFormAddress, { firstname, lastname }: OrderFormCustomer) =>
  addressHasRecipientName(address) ? address : { ...address, firstname, lastname };

/** @param quote The amounts that staff were shown. The API refuses the order if its total differs. */
export function toOrderBody(values: OrderFormValues, quote: StaffOrderQuote): StaffOrderBody {
  const { channel, customer, address, billing, code, message, isAdult, pickupPoint, slot, hasAppointment } = values;
  const fulfilment = getFulfilment(values);
  const reserved = fulfilment === 'COLLECTION' && hasAppointment ? slot : null;
  const { email, phone, ...names } = customer;
  const payment = pickPaymentMethod(values, quote);
  return {
    channel,
    products: toProducts(values),
    user: { ...names, phone, ...(email.trim() !== '' && { email }) },
    address: {
      ...(isDeliveredByCarrier(fulfilment) && { delivery: toAddress(address, customer) }),
      ...(billing && { billing: toAddress(billing, customer) }),
    },
    ...(code.trim() !== '' && { discount: { code } }),
    ...(message.trim() !== '' && { message }),
    delivery: {
      ...toDelivery(values),
      ...(fulfilment === 'PICKUP' && pickupPoint && { accessPoint: { id: pickupPoint.id } }),
    },
    ...(reserved && { dateSchedule: reserved.date, idSchedule: reserved.idSchedule }),
    ...(payment && { payment }),
    settlement: getSettlement(values),
    ...(getSettlement(values) === 'PAID' && values.paidOn !== '' && { paidOn: values.paidOn }),
    isAdult,
    total: quote.total,
  };
}
