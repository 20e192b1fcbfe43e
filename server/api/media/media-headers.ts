import type { FastifyReply } from 'fastify';
import { toUrlVersion } from './media.ts';

/** For URLs with the content's version. */
const immutable = 'public, max-age=31536000, immutable';
/** For URLs without the version, whose content may change. */
const shortLived = 'public, max-age=300';

/** An SVG may contain styles, but nothing that runs or loads. */
const svgPolicy = "default-src 'none'; style-src 'unsafe-inline'";

/** Sets the headers of a media response. @param version The version in the URL, if any. */
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

/** Evaluates an `If-None-Match` header. */
export const matchesIfNoneMatch = (header: string | undefined, etag: string): boolean =>
  header === '*' || (header?.split(',').some((each) => each.trim().replace(/^W\//, '') === etag) ?? false);
