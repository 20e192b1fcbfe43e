import type { CallInputOf } from '#shared/endpoint.ts';

/** The part of a call's input that no endpoint declares. */
export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Value of the header `Idempotency-Key`, with which a repeated call has no further effect. */
  idempotencyKey?: string | undefined;
}

/** The input of a call as the code that sends calls of any name reads it. */
export interface AnyCallInput extends CallOptions {
  params?: object | undefined;
  query?: object | undefined;
  body?: object | undefined;
}

/** The names of the calls that require no parameters, query or body. */
export type NameWithoutInput<Contract> = {
  [N in keyof Contract]: object extends CallInputOf<Contract[N]> ? N : never;
}[keyof Contract];
