import { type PaymentMethod, paymentMethodRecords } from '#shared/payments/payment-method.ts';
import { addWorkingDays } from '#shared/places/working-days.ts';
import { type Parameters, parameterDefinitions } from '#shared/site/parameter-definitions.ts';

/** Maximum number of open unpaid orders, and of the bottles that they have taken from the stock. 0 disables a limit. */
interface UnpaidOrderLimits {
  orders: number;
  bottles: number;
}

/** Number of open unpaid orders, and of the bottles that they have taken from the stock. */
export interface UnpaidOrderCounts {
  orders: number;
  bottles: number;
}

/** The rules of a site for unpaid orders; docs/rules.md, "Unpaid orders" explains them. */
export interface UnpaidOrderRules {
  /** Working days until an unpaid order is cancelled; 0 if it never is. */
  lapseDays: number;
  /** Days between the payment reminder and the cancellation; 0 for no reminder. */
  reminderDays: number;
  /** The limits of an account with an earlier order that was paid or prepared. A guest is always a new customer. */
  knownCustomer: UnpaidOrderLimits;
  newCustomer: UnpaidOrderLimits;
}

export const unpaidOrderParameterKeys = [
  'UNPAID_ORDER_DAYS',
  'UNPAID_REMINDER_DAYS',
  'UNPAID_ORDERS_PER_CUSTOMER',
  'UNPAID_BOTTLES_PER_CUSTOMER',
  'UNPAID_ORDERS_PER_NEW_CUSTOMER',
  'UNPAID_BOTTLES_PER_NEW_CUSTOMER',
] as const;

export const toUnpaidOrderRules = (
  parameters: Pick<Parameters, (typeof unpaidOrderParameterKeys)[number]>,
): UnpaidOrderRules => {
  const readValue = (key: (typeof unpaidOrderParameterKeys)[number]): number =>
    parameters[key] ?? parameterDefinitions[key].default;
  return {
    lapseDays: readValue('UNPAID_ORDER_DAYS'),
    reminderDays: readValue('UNPAID_REMINDER_DAYS'),
    knownCustomer: {
      orders: readValue('UNPAID_ORDERS_PER_CUSTOMER'),
      bottles: readValue('UNPAID_BOTTLES_PER_CUSTOMER'),
    },
    newCustomer: {
      orders: readValue('UNPAID_ORDERS_PER_NEW_CUSTOMER'),
      bottles: readValue('UNPAID_BOTTLES_PER_NEW_CUSTOMER'),
    },
  };
};

const dayMs = 86_400_000;

/** Lists the working days in which an order must be paid, of all payment methods; none if orders never lapse. */
export function listPaymentDays({ lapseDays }: Pick<UnpaidOrderRules, 'lapseDays'>): number[] {
  if (lapseDays === 0) return [];
  return [...new Set(Object.values(paymentMethodRecords).map(({ postalDays }) => lapseDays + postalDays))];
}

/**
 * Computes the instant at which an order is cancelled unless it is paid or prepared before, in milliseconds since 1970.
 * Payment at collection is due until the end of the collection slot. Other payments are due within the working days of
 * the rules and of the payment method, and never after the end of the slot.
 * @param slotEnd null for orders without a slot
 * @returns null if the order is never cancelled
 */
export function computePaymentDueAt(
  {
    placedAt,
    method,
    slotEnd,
    timeZone,
  }: { placedAt: number; method: PaymentMethod; slotEnd: number | null; timeZone: string },
  { lapseDays }: UnpaidOrderRules,
): number | null {
  if (lapseDays === 0) return null;
  const { isPaidAtCollection, postalDays } = paymentMethodRecords[method];
  const afterDays = addWorkingDays(placedAt, lapseDays + postalDays, timeZone);
  if (slotEnd === null) return afterDays;
  return isPaidAtCollection ? slotEnd : Math.min(slotEnd, afterDays);
}

/**
 * Checks whether a payment reminder is due, which is `reminderDays` before the payment deadline. An order that was
 * placed later than that gets none, because its confirmation mail is recent.
 */
export function isPaymentReminderDue(
  { placedAt, dueAt, now }: { placedAt: number; dueAt: number; now: number },
  { reminderDays }: UnpaidOrderRules,
): boolean {
  const remindAt = dueAt - reminderDays * dayMs;
  return reminderDays > 0 && remindAt > placedAt && remindAt <= now && now < dueAt;
}

/**
 * The limit of a network is this multiple of a known customer's limit, because several customers share a network, such
 * as a household, a company or a mobile operator.
 */
const networkFactor = 5;

export const computeUnpaidLimitsPerNetwork = ({
  knownCustomer: { orders, bottles },
}: UnpaidOrderRules): UnpaidOrderLimits => ({
  orders: orders * networkFactor,
  bottles: bottles * networkFactor,
});

/** Checks whether the open orders together with a new one exceed the limit. */
export const exceedsUnpaidOrderLimits = (open: UnpaidOrderCounts, bottles: number, limit: UnpaidOrderLimits): boolean =>
  (limit.orders > 0 && open.orders + 1 > limit.orders) || (limit.bottles > 0 && open.bottles + bottles > limit.bottles);
