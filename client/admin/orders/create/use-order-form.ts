import { type RefObject, useEffect, useRef, useState } from 'react';
import { useRedirect } from 'react-admin';
import type { ErrorMessageByField } from '#shared/response-envelope.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { useLeaveWarning } from '../../core/use-leave-warning.ts';
import { pickPaymentMethod, toOrderBody } from './order-bodies.ts';
import { moveNameErrorsToCustomer, omitChangedFieldErrors } from './order-field-errors.ts';
import { emptyOrderFormValues, getFulfilment, type OrderFormValues } from './order-form-values.ts';
import { type OrderQuoteState, useOrderQuote } from './use-order-quote.ts';
import { usePlaceOrder } from './use-place-order.ts';

/** The content of the form with the errors and amounts that belong to it. */
export interface OrderForm {
  values: OrderFormValues;
  /**
   * Changes some of the values.
   * @param path The field of the order that changes, such as `user.email`. Its errors disappear.
   */
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

/** Manages the content of the form of a new order, places the order and then opens its screen. */
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
