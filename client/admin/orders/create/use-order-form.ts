import { type RefObject, useEffect, useRef, useState } from 'react';
import { type HttpError, useNotify, useRedirect } from 'react-admin';
import { createIdempotencyKey } from '#client/core/create-idempotency-key.ts';
import type { StaffOrderBody, StaffOrderQuote } from '#shared/checkout/staff-checkout-contract.ts';
import type { PlacedOrder } from '#shared/orders/orders-contract.ts';
import type { ErrorMessageByField } from '#shared/response-envelope.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import type { AdminTexts } from '../../core/admin-texts.ts';
import { callAdminApi, getCallFailureDetails } from '../../core/call-admin-api.ts';
import { useLeaveWarning } from '../../core/use-leave-warning.ts';
import { useQueryKeepingData } from '../../core/use-query-keeping-data.ts';
import { pickPaymentMethod, toOrderBody, toQuoteBody } from './order-bodies.ts';
import { mapQuoteErrors, moveNameErrorsToCustomer, omitChangedFieldErrors } from './order-field-errors.ts';
import { emptyOrderFormValues, getFulfilment, type OrderFormValues } from './order-form-values.ts';

interface OrderQuoteState {
  /** The latest quote, which may belong to an earlier state of the form; null before the first one. */
  latest: StaffOrderQuote | null;
  /** The quote of the current content of the form; null while it is computed, and if there is none. */
  current: StaffOrderQuote | null;
  isLoading: boolean;
  /** The message of a failed quote, or the text key of a general one; `t` accepts both. Empty otherwise. */
  failure: string;
  errors: ErrorMessageByField;
  /** Computes the amounts again, for example after a price has changed. */
  reload(): void;
}

/** Time in milliseconds without changes after which the amounts are computed again. */
const debounceMs = 400;

/** Requests the amounts, carriers and payment methods for the form's values, and again after each change. */
function useOrderQuote(values: OrderFormValues): OrderQuoteState {
  const body = toQuoteBody(values);
  const request = JSON.stringify(body);
  const load = async (signal: AbortSignal) =>
    body && { request, quote: await callAdminApi('POST /admin/order/quote', { body, signal }) };
  const { data, error, isLoading, reload } = useQueryKeepingData(body && load, [request], { debounceMs });
  const latest = data?.quote ?? null;
  const isFinished = body !== null && !isLoading;
  const isRefused = isFinished && error !== undefined;
  // At the first render after a change of the form, `data` still contains the amounts of its previous content.
  const isCurrent = isFinished && !isRefused && data?.request === request;
  return {
    latest,
    current: isCurrent ? latest : null,
    isLoading: body !== null && !isCurrent && !isRefused,
    failure: isRefused ? error.message || 'admin.callFailed' : '',
    errors: isRefused ? mapQuoteErrors(getCallFailureDetails(error).errors ?? {}) : {},
    reload,
  };
}

export interface OrderForm {
  values: OrderFormValues;
  /** @param path The field of the order that changes, such as `user.email`. Its errors disappear. */
  change(part: Partial<OrderFormValues>, path: string): void;
  errors: Readonly<ErrorMessageByField>;
  quote: OrderQuoteState;
}

interface OrderFormControl extends OrderForm {
  formRef: RefObject<HTMLFormElement | null>;
  submit(): Promise<void>;
  isPlacing: boolean;
  /** The message of the last failed attempt to place the order, to be passed to `t`; empty without one. */
  failure: string;
}

/**
 * The result of an attempt to place an order. `refused`: the API responded with 409 or 422. `failed`: any other
 * failure. If the response was lost, the order may have been placed, so no new quote is requested, because it would
 * lack the stock of that order.
 */
type PlaceResult = PlacedOrder | 'refused' | 'failed';

/**
 * Describes a failed call. For a malformed body the form shows a general text at each field, because the API's messages
 * contain the API's names of the fields.
 */
function describeFailure(error: unknown, t: AdminTexts['t']): { failure: string; errors: ErrorMessageByField } {
  const { status, message } = error as HttpError;
  const { errors = {} } = getCallFailureDetails(error);
  if (status !== 400 || Object.keys(errors).length === 0)
    return { failure: message || t('admin-orders.create.noAnswer'), errors };
  const invalid = t('admin-orders.create.fieldInvalid');
  return {
    failure: t('admin-orders.create.checkFields'),
    errors: Object.fromEntries(Object.keys(errors).map((path) => [path, invalid])),
  };
}

/** Returns `place`, which places an order, and of the latest attempt the message of its failure and errors by field. */
function usePlaceOrder() {
  const { t } = useAdminTexts();
  const notify = useNotify();
  const [isPlacing, setIsPlacing] = useState(false);
  const [failure, setFailure] = useState('');
  const [errors, setErrors] = useState<ErrorMessageByField>({});
  // The key stays the same until an order is placed. An order whose response was lost is therefore never placed twice,
  // not even if staff change the form before they send it again.
  const key = useRef<string>(null);
  /** @param moveErrors Assigns the errors of the API to the fields of the form. */
  const place = async (
    body: StaffOrderBody,
    moveErrors: (errors: ErrorMessageByField) => ErrorMessageByField,
  ): Promise<PlaceResult> => {
    setIsPlacing(true);
    setFailure('');
    setErrors({});
    key.current ??= createIdempotencyKey();
    try {
      const { order } = await callAdminApi('POST /admin/order', { body, idempotencyKey: key.current });
      key.current = null;
      notify('admin-orders.create.placed', { type: 'success', messageArgs: { number: order.number } });
      return order;
    } catch (error) {
      const shown = describeFailure(error, t);
      setFailure(shown.failure);
      setErrors(moveErrors(shown.errors));
      const { status } = error as HttpError;
      return status === 409 || status === 422 ? 'refused' : 'failed';
    } finally {
      setIsPlacing(false);
    }
  };
  return { place, isPlacing, failure, errors, setErrors };
}

export function useOrderForm(): OrderFormControl {
  const { t } = useAdminTexts();
  const redirect = useRedirect();
  const formRef = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(emptyOrderFormValues);
  const quote = useOrderQuote(values);
  const { place, isPlacing, failure, errors, setErrors } = usePlaceOrder();
  const isUnsaved = useRef(false);
  useLeaveWarning(isUnsaved);
  useFocusOnError(formRef, errors);
  const change = (part: Partial<OrderFormValues>, path: string) => {
    isUnsaved.current = true;
    setValues((before) => ({ ...before, ...part }));
    setErrors((before) => omitChangedFieldErrors(before, [path]));
  };
  const submit = async () => {
    if (values.lines.length === 0) return setErrors({ products: t('admin-orders.create.noLines') });
    if (lacksSlot(values)) return setErrors({ idSchedule: t('admin-orders.create.slotMissing') });
    if (!quote.current || isPlacing) return;
    if (pickPaymentMethod(values, quote.current) === null)
      return setErrors({ payment: t('admin-orders.create.paymentMissing') });
    const result = await place(toOrderBody(values, quote.current), (found) => moveNameErrorsToCustomer(found, values));
    if (result === 'refused') quote.reload();
    if (typeof result === 'string') return;
    isUnsaved.current = false;
    redirect('show', 'order', result.id);
  };
  return { values, change, errors: { ...quote.errors, ...errors }, quote, formRef, submit, isPlacing, failure };
}

/**
 * Checks whether staff still have to choose the time of the collection. The order would otherwise be placed without
 * one.
 */
const lacksSlot = (values: OrderFormValues): boolean =>
  getFulfilment(values) === 'COLLECTION' && values.hasAppointment && values.slot === null;

/** Moves the focus to the first field with an error after the form or the API has refused the order. */
function useFocusOnError(formRef: RefObject<HTMLFormElement | null>, errors: Readonly<ErrorMessageByField>): void {
  const hasErrors = Object.keys(errors).length > 0;
  useEffect(() => {
    if (!hasErrors) return;
    const field = formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    // The first button of a radio group gets the focus, because the group itself cannot have it.
    (field?.querySelector('input') ?? field)?.focus();
  }, [formRef, hasErrors]);
}
