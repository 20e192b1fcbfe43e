import { useCallback, useEffect, useState } from 'react';
import type { HttpError } from 'react-admin';
import type { StaffOrderQuote } from '#shared/checkout/staff-checkout-contract.ts';
import type { FieldErrors } from '#shared/envelope.ts';
import { callAdminApi, getCallFailure } from '../../core/call-admin-api.ts';
import { toQuoteBody } from './order-bodies.ts';
import type { OrderDraft } from './order-draft.ts';
import { toOrderFieldErrors } from './order-field-errors.ts';

interface QuoteAnswer {
  /** The request to which the API has responded, as JSON. */
  request: string;
  /** The latest quote, which a failed request does not change; null before the first one. */
  quote: StaffOrderQuote | null;
  failure: string;
  errors: FieldErrors;
}

export interface OrderQuote {
  /** The latest quote, which may belong to an earlier state of the form; null before the first one. */
  latest: StaffOrderQuote | null;
  /** The quote of the form as it is now; null while it is computed or if the API refused it. */
  current: StaffOrderQuote | null;
  isLoading: boolean;
  /** The API's message if it refused the quote; empty otherwise. */
  failure: string;
  /** Error message by field of the order. */
  errors: FieldErrors;
  /** Computes the amounts again, for example after a price has changed. */
  reload(): void;
}

/** Time in milliseconds without changes after which the amounts are computed again. */
const debounceMs = 400;
const noAnswer: QuoteAnswer = { request: '', quote: null, failure: '', errors: {} };

/** Computes the amounts, carriers and payment methods of a draft through the API, and again after each change. */
export function useOrderQuote(draft: OrderDraft): OrderQuote {
  const [answer, setAnswer] = useState(noAnswer);
  const [version, setVersion] = useState(0);
  const body = toQuoteBody(draft);
  const request = body ? JSON.stringify({ version, body }) : '';
  useEffect(() => {
    if (request === '') return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const next = await readQuote(request, controller.signal);
      if (next) setAnswer(({ quote }) => ({ ...next, quote: next.quote ?? quote }));
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [request]);
  const isAnswered = request !== '' && answer.request === request;
  return {
    latest: answer.quote,
    current: isAnswered && answer.failure === '' ? answer.quote : null,
    isLoading: request !== '' && !isAnswered,
    failure: isAnswered ? answer.failure : '',
    errors: isAnswered ? answer.errors : {},
    reload: useCallback(() => setVersion((before) => before + 1), []),
  };
}

/**
 * Requests a quote.
 * @returns null if the request was aborted, because the form has changed since
 */
async function readQuote(request: string, signal: AbortSignal): Promise<QuoteAnswer | null> {
  const { body } = JSON.parse(request) as { body: object };
  try {
    const quote = await callAdminApi<StaffOrderQuote>('/admin/order/quote', { method: 'POST', body, signal });
    return signal.aborted ? null : { request, quote, failure: '', errors: {} };
  } catch (error) {
    if (signal.aborted) return null;
    const failure = (error as HttpError).message || 'admin.callFailed';
    return { request, quote: null, failure, errors: toOrderFieldErrors(getCallFailure(error).errors ?? {}) };
  }
}
