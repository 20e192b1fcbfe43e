import type { z } from 'zod';
import type { Lang } from './languages.ts';
import { idValue } from './text-values.ts';

/** Method and path of a call, such as `GET /news/{id}`. */
export type EndpointName = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/**
 * One call of the API. The API registers it, storefront and client call it with the inferred types, and the OpenAPI
 * document describes it.
 */
export interface Endpoint {
  /** One line for the OpenAPI document. */
  summary: string;
  /**
   * Absent for public calls. `guest` accepts calls without a session, but not with an invalid one (401). `member` requires
   * a session at this estate (otherwise 401), `staff` the role ADMIN or SUPER_ADMIN (otherwise 403).
   */
  access?: 'guest' | 'member' | 'staff';
  /** True if the call accepts the header Idempotency-Key. */
  isIdempotent?: boolean;
  /** Set if the call hashes a password. Such calls have a queue of their own, because hashing is expensive. */
  workload?: 'passwordHash';
  /** The path parameters, each a string on the wire. */
  params?: z.ZodObject;
  /** The query string; list queries come from `listQuery`. */
  query?: z.ZodType;
  body?: z.ZodType;
  /** Set if the body is a form, as `multipart/form-data` or JSON, that the handler reads itself. */
  isForm?: true;
  /** `data` of a successful response. */
  data: z.ZodType;
  /** Refusal code → HTTP status. The messages are the texts `<domain>.refusal.<code>` or `refusal.<code>`. */
  refusals?: Record<string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429>;
}

/** Valid values of the header Idempotency-Key. */
export const idempotencyKeyPattern = /^[\w.:-]{8,128}$/;

export type Contract = Record<EndpointName, Endpoint>;

/** Returns `endpoints` unchanged, and preserves the exact type of each. */
export const contract = <const C extends Contract>(endpoints: C): C => endpoints;

/** An id in a path. */
export const IdParam = idValue;

/** The wire format of a call's parameters. */
export type ParamsOf<E> = E extends { params: infer P extends z.ZodType } ? z.input<P> : never;
export type QueryOf<E> = E extends { query: infer Q extends z.ZodType } ? z.input<Q> : never;
export type BodyOf<E> = E extends { body: infer B extends z.ZodType } ? z.input<B> : never;
export type DataOf<E> = E extends { data: infer D extends z.ZodType } ? z.output<D> : never;

/** A function that reads from the API by the name of an endpoint of `Contract`. */
export type ReadFrom<Contract> = <N extends Extract<keyof Contract, `GET ${string}`>>(
  name: N,
  input?: {
    params?: ParamsOf<Contract[N]>;
    query?: QueryOf<Contract[N]>;
    /** Another language of the site than the page's own; on the server only. */
    lang?: Lang;
  },
) => Promise<DataOf<Contract[N]>>;
