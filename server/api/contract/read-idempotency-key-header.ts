import type { FastifyRequest } from 'fastify';

/** Reads the header Idempotency-Key; null if the request has none. */
export function readIdempotencyKeyHeader({ headers }: FastifyRequest): string | null {
  const header = headers['idempotency-key'];
  return Array.isArray(header) ? header.join(',') : (header ?? null);
}
