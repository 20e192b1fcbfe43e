import { useRef, useState } from 'react';
import { type HttpError, useNotify } from 'react-admin';
import { createIdempotencyKey } from '#client/core/create-idempotency-key.ts';
import type { StaffOrderBody } from '#shared/checkout/staff-checkout-contract.ts';
import type { PlacedOrder } from '#shared/orders/orders-contract.ts';
import type { ErrorMessageByField } from '#shared/response-envelope.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import type { AdminTexts } from '../../core/admin-texts.ts';
import { callAdminApi, getCallFailureDetails } from '../../core/call-admin-api.ts';

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
export function usePlaceOrder() {
  const { t } = useAdminTexts();
  const notify = useNotify();
  const [isPlacing, setIsPlacing] = useState(false);
  const [failure, setFailure] = useState('');
  const [errors, setErrors] = useState<ErrorMessageByField>({});
  // The key stays the same until an order is placed. An order whose response was lost is therefore never placed twice,
  // not even if staff change the form before they send it again.
  const key = useRef<string>(null);
  /**
   * Places an order.
   * @param moveErrors Assigns the errors of the API to the fields of the form.
   */
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
