import type { ApiContract } from '#shared/contract.ts';
import type { BodyOf, DataOf, ParamsOf, QueryOf } from '#shared/endpoint.ts';
import type { Envelope, FieldErrors } from '#shared/envelope.ts';
import { ReadError } from '#shared/rendering.ts';

type CallName = Extract<keyof ApiContract, string>;

export interface CallInput<N extends CallName> {
  params?: ParamsOf<ApiContract[N]>;
  query?: QueryOf<ApiContract[N]>;
  body?: BodyOf<ApiContract[N]>;
  signal?: AbortSignal;
  /** Sent as `Idempotency-Key`: the same call with the same key is done once. */
  idempotencyKey?: string;
}

/** A call that the API refused: its sentence for the reader, and the fields at fault. */
export class CallFailure extends ReadError {
  readonly errors: FieldErrors;
  constructor(status: number, message: string, errors: FieldErrors = {}) {
    super(status, message);
    this.errors = errors;
  }
}

/** `/product/{id}` with its parameters filled in, and the query; empty values are left out. */
export function callPath(path: string, params: object = {}, query: object = {}): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') asked.set(name, String(value));
  }
  return asked.size > 0 ? `${filled}?${asked}` : filled;
}

/**
 * Calls the API from the browser, through the site's own origin. Throws a `CallFailure` with the status and sentence
 * of a refusal; with status 503 where no answer came.
 */
export async function callApi<N extends CallName>(name: N, input: CallInput<N> = {}): Promise<DataOf<ApiContract[N]>> {
  const space = name.indexOf(' ');
  const response = await fetch(`/api${callPath(name.slice(space + 1), input.params, input.query)}`, {
    method: name.slice(0, space),
    headers: {
      accept: 'application/json',
      ...(input.body ? { 'content-type': 'application/json' } : undefined),
      ...(input.idempotencyKey ? { 'idempotency-key': input.idempotencyKey } : undefined),
    },
    body: input.body ? JSON.stringify(input.body) : undefined,
    signal: input.signal,
  }).catch((error: unknown) => {
    if (input.signal?.aborted) throw error;
    throw new CallFailure(503, '');
  });
  const envelope = (await response.json().catch(() => null)) as Envelope<DataOf<ApiContract[N]>> | null;
  if (response.ok && envelope?.success) return envelope.data;
  const failed = envelope as Exclude<typeof envelope, { success: true }>;
  throw new CallFailure(response.ok ? 502 : response.status, failed?.message ?? '', failed?.data?.errors);
}
