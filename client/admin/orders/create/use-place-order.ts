import { useRef, useState } from 'react';
import { type HttpError, useNotify } from 'react-admin';
import type { StaffOrderBody } from '#shared/checkout/staff-checkout-contract.ts';
import type { FieldErrors } from '#shared/envelope.ts';
import type { PlacedOrder } from '#shared/orders/orders-contract.ts';
import { callAdminApi, getCallFailure } from '../../core/call-admin-api.ts';
import { reportEndedSession } from '../../core/session.ts';

/** `crypto.randomUUID` requires HTTPS or localhost, which a site in an intranet may not have. */
const createKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The result of an attempt to place an order. `refused`: the API refuses the order as it is. `failed`: the session has
 * ended, or the answer was lost. The order may then have been placed, so that its quote would lack the stock it took.
 */
type PlaceResult = PlacedOrder | 'refused' | 'failed';

/** Returns a function that places an order, with the failure and the errors of the latest attempt. */
export function usePlaceOrder() {
  const notify = useNotify();
  const [isPlacing, setIsPlacing] = useState(false);
  const [failure, setFailure] = useState('');
  const [errors, setErrors] = useState<FieldErrors>({});
  // The key stays the same until an order is placed. An order whose answer was lost is therefore never placed twice,
  // not even if staff change the form before they send it again.
  const key = useRef<string>(null);
  const place = async (body: StaffOrderBody): Promise<PlaceResult> => {
    setIsPlacing(true);
    setFailure('');
    setErrors({});
    key.current ??= createKey();
    try {
      const call = { method: 'POST', body, idempotencyKey: key.current } as const;
      const { order } = await callAdminApi<{ order: PlacedOrder }>('/admin/order', call);
      key.current = null;
      notify('admin-orders.create.placed', { type: 'success', messageArgs: { number: order.number } });
      return order;
    } catch (error) {
      reportEndedSession(error);
      setFailure((error as HttpError).message || 'admin-orders.create.noAnswer');
      setErrors(getCallFailure(error).errors ?? {});
      const { status } = error as HttpError;
      return status === 409 || status === 422 ? 'refused' : 'failed';
    } finally {
      setIsPlacing(false);
    }
  };
  return { place, isPlacing, failure, errors, setErrors };
}
