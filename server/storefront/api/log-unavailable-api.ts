import type { FastifyBaseLogger } from 'fastify';

const timeoutCodes: ReadonlySet<unknown> = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

/** Checks whether the API accepted a call and did not answer in time, as while a lock in the database blocks it. */
function isTimeout(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) if ('code' in at && timeoutCodes.has(at.code)) return true;
  return false;
}

/** Logs that a call of a visitor got no answer of the API. @param route Pattern of the call; null if it is none. */
export function logUnavailableApi(log: FastifyBaseLogger, err: unknown, route: string | null): void {
  if (isTimeout(err)) log.warn({ code: 'api_timeout', err, route }, 'API did not answer in time');
  else log.warn({ code: 'api_unreachable', err, route }, 'API unreachable');
}
