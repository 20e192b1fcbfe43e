import { vi } from 'vitest';
import type { DnsTxtRecord, ErrorMessageByField } from '#shared/response-envelope.ts';

interface ApiCall {
  name: string;
  /** The parsed JSON, or the form data. */
  body: unknown;
  /** The header `Idempotency-Key`, for calls that have one. */
  idempotencyKey?: string;
}

export type StubResponse =
  | { data: unknown }
  | { status: number; message: string; errors?: ErrorMessageByField; present?: object; record?: DnsTxtRecord };

/** Returns the name of a call with its query parameters in a fixed order, so that equal queries have equal names. */
function normalizeName(name: string): string {
  const [path = '', query] = name.split('?');
  if (query === undefined) return path;
  const values = new URLSearchParams(query);
  values.sort();
  return `${path}?${values}`;
}

/**
 * Replaces `fetch` by an API with the given responses, by method and URL without `/api`. All other calls respond with
 * 404.
 * @returns the calls, which are added as they are made
 */
export function stubApi(
  responses: Readonly<Record<string, StubResponse | ((call: ApiCall) => StubResponse | Promise<StubResponse>)>>,
): ApiCall[] {
  const calls: ApiCall[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body, headers, signal }: RequestInit = {}) => {
    const idempotencyKey = new Headers(headers).get('idempotency-key');
    const call = {
      name: `${method} ${url.replace('/api', '')}`,
      body: body instanceof FormData ? body : body ? JSON.parse(String(body)) : undefined,
      ...(idempotencyKey !== null && { idempotencyKey }),
    };
    calls.push(call);
    const name = normalizeName(call.name);
    const found = Object.entries(responses).find(([each]) => normalizeName(each) === name)?.[1] ?? {
      status: 404,
      message: `no response for ${call.name}`,
    };
    const response = typeof found === 'function' ? await found(call) : found;
    signal?.throwIfAborted();
    if ('data' in response) return Response.json({ success: true, message: '', data: response.data });
    const { status, message, errors = {}, present, record } = response;
    const data = { errors, ...(present && { present }), ...(record && { record }) };
    return Response.json({ success: false, message, data }, { status });
  });
  return calls;
}
