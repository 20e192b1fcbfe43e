import type { CallInputOf } from '#shared/endpoint.ts';

/** Options of an API call that are not part of any endpoint's contract. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Value of the header `Idempotency-Key`, with which a repeated call has no further effect. */
  idempotencyKey?: string | undefined;
}

/** The input of a call without the types of a particular endpoint, for code that sends calls of every endpoint. */
export interface AnyCallInput extends CallOptions {
  params?: object | undefined;
  query?: object | undefined;
  body?: object | undefined;
}

/** The names of the calls that require no parameters, query or body. */
export type CallNameWithOptionalInput<Contract> = {
  [N in keyof Contract]: object extends CallInputOf<Contract[N]> ? N : never;
}[keyof Contract];
