import type { FastifyRequest } from 'fastify';

/** The causes of responses with the status 429 or 503, for the metrics, with their meaning for operators. */
export const refusalCauses = {
  network_limit: 'a client network has used up its share',
  site_limit: 'a site has used up its share',
  rate_limit: 'a limit of attempts, such as log-ins or orders, is reached',
  queue: 'a queue is full, or the wait in it was too long',
  load: 'the event loop is late',
  descriptors: 'too many files are open',
  disk: 'a disk is full',
  database: 'the database is not available, or a statement took too long',
  timeout: 'a PDF took too long',
  api: 'the API refused the call or did not answer; its own metrics name the cause',
  not_imported: 'the site is not imported yet',
  building: 'the site is shown as “opening soon”',
  other: 'anything else',
} as const;

export type RefusalCause = keyof typeof refusalCauses;

/** The causes for which a queue or a share of slots refuses a task. */
export type CapacityRefusal = 'network_limit' | 'site_limit' | 'queue';

declare module 'fastify' {
  interface FastifyRequest {
    /** The cause for which the request is refused, if it is known. */
    refusalCause?: RefusalCause;
  }
}

/** Keeps the cause that an error names for the metrics. */
export function setRefusalCause(request: FastifyRequest, error: unknown): void {
  const cause = error instanceof Error && 'refusal' in error ? String(error.refusal) : '';
  if (Object.hasOwn(refusalCauses, cause)) request.refusalCause = cause as RefusalCause;
}
