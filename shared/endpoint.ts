import type { z } from 'zod';
import type { Lang } from './languages.ts';
import { idFromTextSchema } from './text-values.ts';

/** The method and path of an API call, such as `GET /news/{id}`. */
export type EndpointNamePattern = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/**
 * One call of the API. The API registers it, storefront and client call it with the inferred types, and the OpenAPI
 * document describes it.
 */
export interface Endpoint {
  /** One line that describes the call in the OpenAPI document. */
  summary: string;
  /** Further URL paths of the same call. The OpenAPI document leaves these paths out. */
  aliases?: readonly string[];
  /**
   * Restricts the callers; absent for public calls. `guest` accepts calls without a session, but not with an invalid
   * one (401). `member` requires a session at this estate (otherwise 401), `staff` the role ADMIN or SUPER_ADMIN, and
   * `superAdmin` the role SUPER_ADMIN (otherwise 403).
   */
  access?: 'guest' | 'member' | 'staff' | 'superAdmin';
  /** Marks calls with GET that change data, as a counted visit does. All others run in read-only transactions. */
  hasSideEffect?: true;
  /** True if the call accepts the header `Idempotency-Key`. */
  isIdempotent?: boolean;
  /** Marks calls that hash a password. Such calls have a separate queue, because hashing is expensive. */
  workload?: 'passwordHash';
  /** The schema of the path parameters, each a string on the wire. */
  params?: z.ZodObject;
  /** The schema of the query string. `createListQuerySchema` creates it for lists. */
  query?: z.ZodType;
  body?: z.ZodType;
  /** Marks calls that receive `multipart/form-data`. Some also accept JSON. Their handlers read the body. */
  isForm?: true;
  /** Marks calls with one file as `multipart/form-data`. The gateway spools the body to disk; the handler reads it. */
  isUpload?: true;
  /** The schema of `data` in a successful response. */
  data: z.ZodType;
  /** The media type of a successful response that is a file. `data` is then `FileDownload`. */
  fileType?: 'text/csv; charset=utf-8' | 'application/json; charset=utf-8' | 'application/pdf';
  /** HTTP status by refusal code. The messages are the texts `<domain>.refusal.<code>` or `refusal.<code>`. */
  refusals?: Record<string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429>;
}

/** Matches the valid values of the header `Idempotency-Key`. */
export const idempotencyKeyPattern = /^[\w.:-]{8,128}$/;

/** The response header of a call of staff that was repeated with its Idempotency-Key and had no further effect. */
export const idempotencyReplayHeader = 'idempotent-replayed';

/**
 * The refusals of a call with the header `Idempotency-Key`: an invalid key, and a key that was sent with another input.
 */
export const idempotencyRefusals = { key_malformed: 400, key_reused: 409 } as const;
export type IdempotencyRefusal = keyof typeof idempotencyRefusals;

export const isStaffEndpoint = ({ access }: Pick<Endpoint, 'access'>): boolean =>
  access === 'staff' || access === 'superAdmin';

export type Contract = Record<EndpointNamePattern, Endpoint>;

/**
 * Returns `endpoints` unchanged. The call preserves the exact type of each endpoint, from which other types are
 * inferred.
 */
export const defineContract = <const C extends Contract>(endpoints: C): C => endpoints;

export const IdParam = idFromTextSchema;

/** The types of an endpoint's parameters, query, body and data as they are sent. */
type ParamsOf<E> = E extends { params: infer P extends z.ZodType } ? z.input<P> : never;
type QueryOf<E> = E extends { query: infer Q extends z.ZodType } ? z.input<Q> : never;
export type BodyOf<E> = E extends { body: infer B extends z.ZodType } ? z.input<B> : never;
export type DataOf<E> = E extends { data: infer D extends z.ZodType } ? z.output<D> : never;

type Part<Name extends string, Value> = [Value] extends [never]
  ? { [K in Name]?: undefined }
  : object extends Value
    ? { [K in Name]?: Value | undefined }
    : { [K in Name]: Value };

/**
 * The parameters, query and body of a call. A property is required if the endpoint requires it.
 * @template Form the body of a call that receives a form or a file
 */
export type CallInputOf<E, Form = never> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E> | (E extends { isForm: true } | { isUpload: true } ? Form : never)>;

export type ApiReaderOf<Contract> = <N extends Extract<keyof Contract, `GET ${string}`>>(
  name: N,
  input?: {
    params?: ParamsOf<Contract[N]>;
    query?: QueryOf<Contract[N]>;
    /** The language to read in, if it is not the language of the page. Only the server can read in other languages. */
    lang?: Lang;
  },
) => Promise<DataOf<Contract[N]>>;
