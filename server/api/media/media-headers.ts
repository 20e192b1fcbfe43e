import type { FastifyReply } from 'fastify';
import { toUrlVersion } from './media.ts';

/** Cache-Control for URLs that contain the content's version. */
const immutable = 'public, max-age=31536000, immutable';
/** Cache-Control for URLs with another version or none, and for provisional pictures, whose content may change. */
const shortLived = 'public, max-age=300';

/** Content-Security-Policy of an SVG: it may contain styles, but nothing that runs or loads other files. */
const svgPolicy = "default-src 'none'; style-src 'unsafe-inline'";

/** @param version The version in the requested URL; undefined if it has none, or if the content is provisional. */
export function setMediaHeaders(
  reply: FastifyReply,
  { type, hash, etag }: { type: string; hash: string; etag: string },
  version: string | undefined,
): void {
  reply
    .header('cache-control', version === toUrlVersion(hash) ? immutable : shortLived)
    .header('etag', etag)
    .header('x-content-type-options', 'nosniff')
    .type(type);
  if (type === 'image/svg+xml') reply.header('content-security-policy', svgPolicy);
}

/** Checks whether an `If-None-Match` header contains the ETag. */
export const matchesIfNoneMatch = (header: string | undefined, etag: string): boolean =>
  header === '*' || (header?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag) ?? false);
