import { z } from 'zod';
import type { Lang } from './languages.ts';

/** `GET /news/{id}`: method and path in one word, by which API, storefront, client and description speak of a call. */
export type EndpointName = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/**
 * One call of the API, written once. The API registers it, the storefront and the browser call it with the types
 * inferred from it, the OpenAPI description prints it.
 */
export interface Endpoint {
  /** One line for the description. */
  summary: string;
  /**
   * Who may call it; left out: anyone. `member` is whoever is logged in at this estate (else 401), `staff` an ADMIN or
   * SUPER_ADMIN of it (else 403).
   */
  access?: 'member' | 'staff';
  /** Set if the call hashes a password. That takes much processor time, so such calls have a queue of their own. */
  workload?: 'passwordHash';
  /** The path parameters, each a string on the wire. */
  params?: z.ZodObject;
  /** The query string; list queries come from `listQuery`. */
  query?: z.ZodType;
  body?: z.ZodType;
  /** `data` of a successful answer. */
  data: z.ZodType;
  /** Refusals that a customer can cause → HTTP status. Their sentences are texts `<domain>.refusal.<name>`. */
  refusals?: Record<string, 400 | 401 | 403 | 404 | 409 | 413 | 415 | 422 | 429>;
}

export type Contract = Record<EndpointName, Endpoint>;

/** Keeps the exact type of each endpoint of a domain. */
export const contract = <const C extends Contract>(endpoints: C): C => endpoints;

/** A positive whole number in a path, such as a product's id. */
export const IdParam = z.coerce.number().int().min(1).max(2_147_483_647);

/** What a call sends: the wire form of its parameters. */
export type ParamsOf<E> = E extends { params: infer P extends z.ZodType } ? z.input<P> : never;
export type QueryOf<E> = E extends { query: infer Q extends z.ZodType } ? z.input<Q> : never;
export type BodyOf<E> = E extends { body: infer B extends z.ZodType } ? z.input<B> : never;
/** What a successful call answers. */
export type DataOf<E> = E extends { data: infer D extends z.ZodType } ? z.output<D> : never;

/** A read of the calls of a contract by name. */
export type ReadFrom<Contract> = <N extends Extract<keyof Contract, `GET ${string}`>>(
  name: N,
  input?: {
    params?: ParamsOf<Contract[N]>;
    query?: QueryOf<Contract[N]>;
    /** Another language of the site than the page's own; on the server only. */
    lang?: Lang;
  },
) => Promise<DataOf<Contract[N]>>;
