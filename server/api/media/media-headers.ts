import type { FastifyReply } from 'fastify';
import { contentVersion } from './media.ts';

/** An address that carries the content's version never means anything else. */
const immutable = 'public, max-age=31536000, immutable';
/** Without the version the same address may soon mean another content. */
const shortLived = 'public, max-age=300';

/** A drawing may carry style, and nothing that runs or loads. */
const drawingPolicy = "default-src 'none'; style-src 'unsafe-inline'";

/** Headers of bytes with this type and content hash; `version` is what the address says of it. */
export function setMediaHeaders(
  reply: FastifyReply,
  { type, hash, etag }: { type: string; hash: string; etag: string },
  version: string | undefined,
): void {
  reply
    .header('cache-control', version === contentVersion(hash) ? immutable : shortLived)
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff')
    .type(type);
  if (type === 'image/svg+xml') reply.header('content-security-policy', drawingPolicy);
}

/** Whether the caller has these very bytes already (`If-None-Match`). */
export const matchesEtag = (header: string | undefined, etag: string): boolean =>
  header === '*' || (header?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag) ?? false);
