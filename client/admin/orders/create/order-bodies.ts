import type {
  StaffOrderBody,
  StaffOrderQuote,
  staffCheckoutContract,
} from '#shared/checkout/staff-checkout-contract.ts';
import type { BodyOf } from '#shared/endpoint.ts';
import type { PaymentMethod } from '#shared/payments/payment-method.ts';
import {
  type DraftAddress,
  type DraftCustomer,
  getFulfilment,
  getSettlement,
  hasOwnNames,
  type OrderDraft,
  parseQuantity,
} from './order-draft.ts';

type QuoteBody = BodyOf<(typeof staffCheckoutContract)['POST /admin/order/quote']>;

/** Returns the chosen payment method if the order can be paid with it, otherwise the first possible one. */
export function choosePayment(
  { payment }: Pick<OrderDraft, 'payment'>,
  quote: Pick<StaffOrderQuote, 'payments'> | null,
): PaymentMethod | null {
  const methods = (quote?.payments ?? []).map(({ method }) => method);
  return methods.find((method) => method === payment) ?? methods[0] ?? null;
}

const toProducts = (draft: OrderDraft) =>
  draft.lines.map(({ variantId, quantity }) => ({ id: variantId, quantity: parseQuantity(quantity) ?? 0 }));

const toDelivery = (draft: OrderDraft): StaffOrderBody['delivery'] =>
  getFulfilment(draft) === 'DELIVERY'
    ? { type: 'DELIVERY', ...(draft.idCarrier !== null && { idCarrier: draft.idCarrier }) }
    : { type: 'CLICK_AND_COLLECT' };

/**
 * Converts the draft to the body of the quote.
 * @returns Null if the draft has no lines or a quantity that is no number.
 */
export function toQuoteBody(draft: OrderDraft): QuoteBody | null {
  const { lines, address, code, customer } = draft;
  if (lines.length === 0 || lines.some(({ quantity }) => parseQuantity(quantity) === null)) return null;
  const postalCode = address.postalCode.trim();
  const hasDestination = getFulfilment(draft) === 'DELIVERY' && postalCode !== '';
  return {
    products: toProducts(draft),
    code: code.trim(),
    // A code may be limited to a number of uses for each customer. The address is left out while it is being typed.
    email: code.trim() !== '' && /^\S+@\S+\.\S+$/.test(customer.email.trim()) ? customer.email.trim() : '',
    settlement: getSettlement(draft),
    delivery: toDelivery(draft),
    destination: hasDestination ? { postalCode, country: address.country } : null,
  };
}

const toAddress = (address: DraftAddress, { firstname, lastname }: DraftCustomer) =>
  hasOwnNames(address) ? address : { ...address, firstname, lastname };

/**
 * Converts the draft to the body that places the order.
 * @param quote The amounts that staff were shown. The API refuses the order if its total differs.
 */
export function toOrderBody(draft: OrderDraft, quote: StaffOrderQuote): StaffOrderBody {
  const { channel, customer, address, billing, code, message, isAdult } = draft;
  const { email, phone, ...names } = customer;
  const payment = choosePayment(draft, quote);
  return {
    channel,
    products: toProducts(draft),
    user: { ...names, phone, ...(email.trim() !== '' && { email }) },
    address: {
      ...(getFulfilment(draft) === 'DELIVERY' && { delivery: toAddress(address, customer) }),
      ...(billing && { billing: toAddress(billing, customer) }),
    },
    ...(code.trim() !== '' && { discount: { code } }),
    ...(message.trim() !== '' && { message }),
    delivery: toDelivery(draft),
    ...(payment && { payment }),
    settlement: getSettlement(draft),
    isAdult,
    total: quote.total,
  };
}
