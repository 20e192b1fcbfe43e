import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDescriptorShortage } from './connection-limits.ts';
import type { DiskWatch } from './disk-space.ts';
import { setRefusalCause } from './refusals.ts';

/** A failed request, independent of the format of the error response. */
interface HttpFailure {
  status: number;
  kind: HttpFailureKind;
  /** Value of the Retry-After header in seconds. */
  retryAfter?: number | undefined;
}

export const httpFailureKinds = [
  'malformed',
  'not_allowed',
  'not_found',
  'too_large',
  'wrong_type',
  'too_many',
  'not_ready',
  'disk_full',
  'unexpected',
] as const;
export type HttpFailureKind = (typeof httpFailureKinds)[number];

const kindByStatus: Record<number, HttpFailureKind> = {
  400: 'malformed',
  403: 'not_allowed',
  404: 'not_found',
  413: 'too_large',
  414: 'too_large',
  415: 'wrong_type',
  429: 'too_many',
  431: 'too_large',
  503: 'not_ready',
};

export type SendHttpFailure = (failure: HttpFailure, request: FastifyRequest, reply: FastifyReply) => unknown;

/** Classifies an error. An unexpected one becomes a 500 without details. */
export function toHttpFailure(error: Pick<FastifyError, 'statusCode'> & { retryAfter?: unknown }): HttpFailure {
  const status = error.statusCode ?? 500;
  const kind = kindByStatus[status] ?? (status >= 400 && status < 500 ? 'malformed' : 'unexpected');
  return {
    status: kind === 'unexpected' ? 500 : status,
    kind,
    retryAfter: typeof error.retryAfter === 'number' ? error.retryAfter : kind === 'not_ready' ? 5 : undefined,
  };
}

/** Value of the Retry-After header while a disk is full, which lasts until the operator has freed some space. */
const diskFullRetryAfter = 60;

/**
 * Registers handlers that send every failure of an application through `send` and log those with the status 500 or 503.
 * @param isUnavailable Recognises errors that mean that a dependency is temporarily unavailable. They become a 503.
 * @param disk Names the full disk in the log, so that the response can say why nothing is saved.
 */
export function registerFailureHandlers(
  app: FastifyInstance,
  send: SendHttpFailure,
  isUnavailable: (error: Error) => boolean = () => false,
  disk?: DiskWatch,
): void {
  const handle = async (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    setRefusalCause(request, error);
    // A database that stopped on a full disk is not available.
    if ((await disk?.report(error)) || (isUnavailable(error) && (await disk?.findReason()))) {
      request.refusalCause = 'disk';
      reply.code(503).header('retry-after', String(diskFullRetryAfter));
      return send({ status: 503, kind: 'disk_full' }, request, reply);
    }
    const isShort = isDescriptorShortage(error);
    const isTemporary = isUnavailable(error) || isShort;
    if (isTemporary) request.refusalCause = isShort ? 'descriptors' : 'database';
    const failure = toHttpFailure(error.statusCode === undefined && isTemporary ? { statusCode: 503 } : error);
    const fields = { err: error, method: request.method, route: request.routeOptions.url };
    if (failure.kind === 'unexpected') request.log.error({ code: 'request_failed', ...fields }, 'request failed');
    else if (failure.kind === 'not_ready')
      request.log.warn({ code: 'service_unavailable', ...fields }, 'service unavailable');
    if (failure.retryAfter) reply.header('retry-after', String(Math.ceil(failure.retryAfter)));
    reply.code(failure.status);
    return send(failure, request, reply);
  };
  app.setErrorHandler<FastifyError>(handle);
  app.setNotFoundHandler((request, reply) => {
    reply.code(404);
    return send({ status: 404, kind: 'not_found' }, request, reply);
  });
}

/**
 * Creates the handler for Fastify's option `frameworkErrors`: requests with a path that cannot be decoded, or with a
 * parameter that is too long, never reach the other error handlers.
 */
export const createFrameworkErrorHandler =
  (send: SendHttpFailure) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = toHttpFailure(error);
    reply.code(failure.status);
    void send(failure, request, reply);
  };
