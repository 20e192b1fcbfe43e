import { HttpError } from 'react-admin';
import type { DnsRecord, Envelope } from '#shared/envelope.ts';
import { reportEndedSession } from './session.ts';

export interface AdminCallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  /** The body, sent as JSON, or as multipart if it is form data. */
  body?: object;
  /** The header with which a repeated call returns the result of the first one. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** The fields of an error response that screens use. They are the `body` of the thrown error. */
export interface AdminCallFailure {
  /** Error message by dotted path of the field. */
  errors?: Readonly<Record<string, string>>;
  /** The item as it is stored, if the save was based on an older revision: `data.present` of the response. */
  current?: unknown;
  /** The DNS record that must exist before the call succeeds. */
  record?: DnsRecord;
}

/**
 * Calls the API through the site's own origin. If the session has ended, the dialog to log in again opens.
 * @param path The path of the call, such as `/admin/product/12`.
 * @throws HttpError with the API's message. Its status is 0 if there was no response.
 */
export async function callAdminApi<Data>(
  path: string,
  { method = 'GET', query, body, idempotencyKey, signal }: AdminCallOptions = {},
) {
  const isMultipart = body instanceof FormData;
  const response = await fetch(`/api${path}${toQueryString(query)}`, {
    method,
    headers: {
      accept: 'application/json',
      ...(body && !isMultipart && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body && { body: isMultipart ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new HttpError('', 0);
  });
  const envelope = (await response.json().catch(() => null)) as Envelope<Data> | null;
  if (response.ok && envelope?.success) return envelope.data;
  const failure = envelope && !envelope.success ? envelope : null;
  const { present: current, ...data } = failure?.data ?? {};
  const failureData: AdminCallFailure = { ...data, ...(current !== undefined && { current }) };
  const error = new HttpError(failure?.message ?? '', response.ok ? 502 : response.status, failureData);
  reportEndedSession(error);
  throw error;
}

function toQueryString(query: AdminCallOptions['query'] = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `?${search}` : '';
}

/** Returns the details of a failed call; an empty object for other errors. */
export const getCallFailure = (error: unknown): AdminCallFailure =>
  error instanceof HttpError ? ((error.body as AdminCallFailure | undefined) ?? {}) : {};
