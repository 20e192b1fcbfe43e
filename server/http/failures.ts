import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A request that ended badly, in words that each application turns into its own kind of answer. */
export interface HttpFailure {
  status: number;
  kind: FailureKind;
  /** Seconds after which it is worth trying again. */
  retryAfter?: number | undefined;
}

export const failureKinds = [
  'malformed',
  'not_allowed',
  'not_found',
  'too_large',
  'wrong_type',
  'too_many',
  'not_ready',
  'unexpected',
] as const;
export type FailureKind = (typeof failureKinds)[number];

const kindByStatus: Record<number, FailureKind> = {
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

export type AnswerFailure = (failure: HttpFailure, request: FastifyRequest, reply: FastifyReply) => unknown;

/** What `error` means to the caller. Whatever nobody foresaw is a 500 that tells nothing. */
export function failureOf(error: Pick<FastifyError, 'statusCode'> & { retryAfter?: unknown }): HttpFailure {
  const status = error.statusCode ?? 500;
  const kind = kindByStatus[status] ?? (status >= 400 && status < 500 ? 'malformed' : 'unexpected');
  return {
    status: kind === 'unexpected' ? 500 : status,
    kind,
    retryAfter: typeof error.retryAfter === 'number' ? error.retryAfter : kind === 'not_ready' ? 5 : undefined,
  };
}

/**
 * Every failure of an application leaves through `answer`; what should never happen is logged with its request.
 * `isAway` tells errors of something that the application needs and that is not there at the moment: a 503.
 */
export function answerFailures(
  app: FastifyInstance,
  answer: AnswerFailure,
  isAway: (error: Error) => boolean = () => false,
): void {
  const handle = (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const failure = failureOf(error.statusCode === undefined && isAway(error) ? { statusCode: 503 } : error);
    if (failure.kind === 'unexpected') request.log.error({ err: error, ...routeOf(request) }, 'request failed');
    else if (failure.kind === 'not_ready') request.log.warn({ err: error, ...routeOf(request) }, 'request refused');
    if (failure.retryAfter) reply.header('retry-after', String(Math.ceil(failure.retryAfter)));
    reply.code(failure.status);
    return answer(failure, request, reply);
  };
  app.setErrorHandler<FastifyError>(handle);
  app.setNotFoundHandler((request, reply) => {
    reply.code(404);
    return answer({ status: 404, kind: 'not_found' }, request, reply);
  });
}

const routeOf = (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions.url });

/**
 * For Fastify's `frameworkErrors`: an address that cannot be decoded, or a parameter beyond its length, never reaches
 * the handlers above.
 */
export const answerFrameworkErrors =
  (answer: AnswerFailure) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const failure = failureOf(error);
    reply.code(failure.status);
    void answer(failure, request, reply);
  };
