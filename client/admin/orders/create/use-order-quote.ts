import type { StaffOrderQuote } from '#shared/checkout/staff-checkout-contract.ts';
import type { ErrorMessageByField } from '#shared/response-envelope.ts';
import { callAdminApi, getCallFailureDetails } from '../../core/call-admin-api.ts';
import { useQueryKeepingData } from '../../core/use-query-keeping-data.ts';
import { toQuoteBody } from './order-bodies.ts';
import { mapQuoteErrorsToOrderFields } from './order-field-errors.ts';
import type { OrderFormValues } from './order-form-values.ts';

export interface OrderQuoteState {
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
export function useOrderQuote(values: OrderFormValues): OrderQuoteState {
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
    errors: isRefused ? mapQuoteErrorsToOrderFields(getCallFailureDetails(error).errors ?? {}) : {},
    reload,
  };
}
