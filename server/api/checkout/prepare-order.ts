import type { CheckoutCustomer } from '#server/api/accounts/accounts.ts';
import { type ResolvedCartLine, resolveCartLinesCheckingStock } from '#server/api/cart/resolve-cart-lines.ts';
import { readSellableItems, type SellableItems } from '#server/api/catalogue/catalogue.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { CartTotals } from '#shared/cart/cart-totals.ts';
import { eurosToCents } from '#shared/money.ts';
import type { StoredOrderAddress } from '#shared/orders/orders-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { isPaymentMethodAllowedForDelivery } from '#shared/payments/payment-method.ts';
import type { PaymentMethodDescription } from '#shared/payments/payment-methods-contract.ts';
import type { CarrierOffer } from '#shared/shipping/shipping.ts';
import { checkAddressesAndGetBillingAddress, checkAge, checkAgeAbroad } from './check-customer.ts';
import type { CheckoutProviders } from './checkout-providers.ts';
import { listStaffPaymentMethods } from './list-staff-payment-methods.ts';
import type { PlaceOrderCall, PlaceOrderRefusal } from './order-call.ts';
import { type PricedOrder, priceOrder } from './price-order.ts';

/** An order that has passed all checks without locks. Those with locks follow in `placeOrder`. */
export interface PreparedOrder extends PricedOrder {
  sellable: SellableItems;
  lines: ResolvedCartLine[];
  billingAddress: StoredOrderAddress;
  payment: PaymentMethodDescription;
  hasAlcohol: boolean;
  /** The birthdate to store in the account if it has none yet. */
  birthdate: string | null;
}

/** Makes all checks of an order that need no lock, without writing anything (docs/rules.md, "Placing an order"). */
export async function prepareOrder(
  tx: SiteTx,
  call: PlaceOrderCall,
  customer: CheckoutCustomer,
  { payments }: Pick<CheckoutProviders, 'payments'>,
): Promise<Outcome<PreparedOrder, PlaceOrderRefusal>> {
  const { input, translate } = call;
  if (!input.acceptTerms) return refuse('terms', { errors: { acceptTerms: translate('refusal.terms') } });
  const ids = input.products.map(({ id }) => id);
  const sellable = await readSellableItems(tx, ids);
  const hasAlcohol = ids.some((id) => sellable.items.get(id)?.isAlcohol);
  const age = checkAge(call, customer, hasAlcohol);
  if (!age.ok) return age;
  const sold = resolveCartLinesCheckingStock(input.products, sellable, translate);
  if (!sold.ok) return sold;
  const lines = sold.value;
  const priced = await priceOrder(tx, call, { lines, stock: sellable.stock, emailKey: customer.emailKey });
  if (!priced.ok) return priced;
  const abroad = hasAlcohol ? checkAgeAbroad(call, age.value.known, priced.value.delivery) : ok(null);
  if (!abroad.ok) return abroad;
  const billing = checkAddressesAndGetBillingAddress(call, priced.value.delivery);
  if (!billing.ok) return billing;
  const changed = findPriceChange(call, priced.value.totals, priced.value.offer);
  if (changed) return refuse('price_changed', { errors: { [changed]: translate('refusal.price_changed') } });
  const payment = await resolvePaymentMethod(tx, call, payments);
  if (!payment) return refuse('payment_unavailable', { errors: { payment: translate('refusal.payment_unavailable') } });
  return ok({
    ...priced.value,
    sellable,
    lines,
    payment,
    hasAlcohol,
    billingAddress: billing.value,
    birthdate: age.value.toStore,
  });
}

/**
 * Compares the computed amounts with those that the customer was shown. For a waived shipping fee the customer's
 * browser may send the full fee.
 * @returns The first field that differs; null if none does.
 */
function findPriceChange({ input }: PlaceOrderCall, totals: CartTotals, offer: CarrierOffer | null): string | null {
  const { serviceName, serviceCode, servicePrice } = input.delivery;
  if (input.total !== undefined && eurosToCents(input.total) !== totals.total) return 'total';
  if (serviceName !== undefined && serviceName !== (offer?.carrier.name ?? '')) return 'delivery.serviceName';
  if (serviceCode !== undefined && serviceCode !== (offer?.carrier.serviceCode ?? '')) return 'delivery.serviceCode';
  const fees = offer ? [offer.shippingFee, offer.price] : [0];
  return servicePrice === undefined || fees.includes(eurosToCents(servicePrice)) ? null : 'delivery.servicePrice';
}

/**
 * Returns the payment method that the order requests, or the first available one if it requests none; null if there is
 * none, or if the requested one is not available for this order.
 */
async function resolvePaymentMethod(
  tx: SiteTx,
  call: PlaceOrderCall,
  payments: CheckoutProviders['payments'],
): Promise<PaymentMethodDescription | null> {
  const { input, staffOrder } = call;
  const fitting = staffOrder
    ? await listStaffPaymentMethods(
        tx,
        { delivery: input.delivery.type, settlement: staffOrder.settlement },
        payments,
        call,
      )
    : (await payments.readOffer(tx, call)).methods.filter(({ method }) =>
        isPaymentMethodAllowedForDelivery(method, input.delivery.type),
      );
  return fitting.find(({ method }) => input.payment === undefined || method === input.payment) ?? null;
}
