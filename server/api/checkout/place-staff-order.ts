import { findUserByEmail, toEmailKey } from '#server/api/accounts/accounts.ts';
import { recordStaffChange } from '#server/api/audit/record-staff-change.ts';
import { readSellableItems } from '#server/api/catalogue/catalogue.ts';
import type { SessionUser } from '#server/api/contract/session-user.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { getOriginInLanguage } from '#server/api/tenancy/site-registry.ts';
import type { StaffOrderInput, staffCheckoutContract } from '#shared/checkout/staff-checkout-contract.ts';
import { resolveLocalized } from '#shared/localized.ts';
import type { PlacedOrder } from '#shared/orders/orders-contract.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import type { CheckoutProviders } from './checkout-providers.ts';
import type { PlaceOrderCall } from './order-call.ts';
import { type PlaceOrderResult, placeOrder } from './place-order.ts';

/** The context of one call of `POST /admin/order`. */
export type StaffOrderCall = Omit<
  PlaceOrderCall,
  'userId' | 'input' | 'staffOrder' | 'network' | 'newsletterConsent' | 'origin'
> & {
  user: Pick<SessionUser, 'id' | 'email'>;
  input: StaffOrderInput;
};

type StaffOrderRefusal = keyof (typeof staffCheckoutContract)['POST /admin/order']['refusals'];

/** Places an order that a member of staff enters for a customer, and records the entry in the audit log. */
export async function placeStaffOrder(
  tx: SiteTx,
  { user, input, ...context }: StaffOrderCall,
  providers: CheckoutProviders,
): Promise<Outcome<PlaceOrderResult & { placed: PlacedOrder }, StaffOrderRefusal>> {
  const checked = await checkStaffOrder(tx, input, context);
  if (!checked.ok) return checked;
  const { channel, settlement, isAdult: _, paidOn: given, ...order } = input;
  const paidOn = settlement === 'OPEN' ? null : (given ?? toLocalDay(context.now, context.site.timeZone));
  const staffOrder = { staffUserId: user.id, staffEmailKey: toEmailKey(user.email), channel, settlement, paidOn };
  const account = order.user.email === undefined ? null : await findUserByEmail(tx, order.user.email);
  // The order and its mails are in the language of the customer, not in that of the member of staff.
  const { site } = context;
  const lang = account?.activatedAt ? account.lang : site.defaultLang;
  const call: PlaceOrderCall = {
    ...context,
    lang,
    pickLanguage: (text) => resolveLocalized(text, lang, site.defaultLang),
    origin: getOriginInLanguage(site, lang),
    staffOrder,
    // The email address of a pending account may be unverified. Activating the account adds the guest orders of the
    // address to it.
    userId: account?.activatedAt ? account.id : null,
    input: { ...order, acceptTerms: true },
    network: null,
    newsletterConsent: null,
  };
  const placed = await placeOrder(tx, call, providers);
  if (!placed.ok || placed.value.isRepeated) return placed;
  const { id, number, status: state, total } = placed.value.placed;
  await recordStaffChange(tx, {
    userId: user.id,
    resource: 'order',
    key: id,
    action: 'CREATE',
    before: null,
    after: { number, state, channel, total },
  });
  return placed;
}

type StaffCheckRefusal =
  | 'age_unconfirmed'
  | 'name_needed'
  | 'email_needed'
  | 'taken_away_needs_collection'
  | 'payment_needed'
  | 'paid_in_future';

/** Checks the settlement and its payment, the confirmation of the customer's age, and name and email address where they are needed. */
async function checkStaffOrder(
  tx: SiteTx,
  { products, user, address, delivery, settlement, payment, paidOn, isAdult }: StaffOrderInput,
  { translate, now, site }: Pick<PlaceOrderCall, 'translate' | 'now' | 'site'>,
): Promise<Outcome<null, StaffCheckRefusal>> {
  const refuseField = <Refusal extends StaffCheckRefusal>(refusal: Refusal, field: string) =>
    refuse(refusal, { errors: { [field]: translate(`refusal.${refusal}`) } });
  if (settlement === 'TAKEN_AWAY' && delivery.type !== 'CLICK_AND_COLLECT')
    return refuseField('taken_away_needs_collection', 'settlement');
  if (paidOn !== undefined && paidOn > toLocalDay(now, site.timeZone)) return refuseField('paid_in_future', 'paidOn');
  const isShipped = delivery.type === 'DELIVERY' || delivery.type === 'PICKUP';
  const isNameless = !user.lastname && !address.billing && !isShipped;
  if (settlement !== 'TAKEN_AWAY' && isNameless) return refuseField('name_needed', 'user.lastname');
  const { items } = await readSellableItems(
    tx,
    products.map(({ id }) => id),
  );
  // Vouchers are sent by mail, so that without an email address the customer would receive none.
  const hasVoucher = products.some(({ id }) => items.get(id)?.kind === 'voucher');
  if ((hasVoucher || delivery.type === 'NO_DELIVERY') && user.email === undefined)
    return refuseField('email_needed', 'user.email');
  const hasAlcohol = products.some(({ id }) => items.get(id)?.isAlcohol);
  // A guess would be wrong in the books, so staff name how the customer has paid.
  if (settlement !== 'OPEN' && payment === undefined) return refuseField('payment_needed', 'payment');
  return hasAlcohol && !isAdult ? refuseField('age_unconfirmed', 'isAdult') : ok(null);
}
