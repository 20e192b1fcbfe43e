import type { RawHeaderList } from '#server/storefront/cache/cached-page.ts';
import { createCompleteDocument } from '#server/storefront/cache/create-buffered-document.ts';
import type { RenderedDocument } from '#server/storefront/cache/render-outcome.ts';
import { pageCacheControl } from '#server/storefront/cache/shared-cache-headers.ts';
import { strictTransportSecurityValue } from '../responses/strict-transport.ts';

/**
 * Builds the security headers that all documents have. A URL that contains a secret is not sent as referrer, not even
 * to the site itself.
 */
function listSecurityHeaders(isSecure: boolean, isSecret = false): string[] {
  const referrer = isSecret ? 'no-referrer' : 'strict-origin-when-cross-origin';
  const headers = ['x-content-type-options', 'nosniff', 'referrer-policy', referrer];
  if (isSecure) headers.push('strict-transport-security', strictTransportSecurityValue);
  return headers;
}

interface DocumentHeaderOptions {
  contentType: string;
  isSecure: boolean;
  /** True if the URL contains a secret, so that it must be neither disclosed nor stored. */
  isSecret?: boolean;
  /** Content-Security-Policy; null for documents that load nothing. */
  policy: string | null;
  /** Values of the `Link` header. */
  preload?: readonly string[];
  extra?: Readonly<Record<string, string>>;
}

/**
 * Builds the headers of a document. Unless `extra` sets Cache-Control, the browser revalidates the document on each
 * visit, so that changes are visible immediately.
 */
export function buildDocumentHeaders({
  contentType,
  isSecure,
  isSecret = false,
  policy,
  preload = [],
  extra = {},
}: DocumentHeaderOptions): RawHeaderList {
  const headers = ['content-type', contentType, ...listSecurityHeaders(isSecure, isSecret), 'vary', 'accept-encoding'];
  if (policy !== null) {
    headers.push('content-security-policy', policy);
    headers.push('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    headers.push('cross-origin-opener-policy', 'same-origin');
  }
  if (preload.length > 0) headers.push('link', preload.join(', '));
  const extraNames = new Set(Object.keys(extra).map((name) => name.toLowerCase()));
  if (!extraNames.has('cache-control')) headers.push('cache-control', pageCacheControl);
  for (const [name, value] of Object.entries(extra)) headers.push(name.toLowerCase(), value);
  return headers;
}

interface SmallDocument extends Pick<DocumentHeaderOptions, 'contentType' | 'isSecure' | 'policy'> {
  status: number;
  body: string | Uint8Array;
  extra?: Readonly<Record<string, string>>;
}

/** Builds a document that needs no page renderer, such as a feed or a label. Failures are not stored. */
export const buildSmallDocument = ({ status, body, extra, ...options }: SmallDocument): RenderedDocument => ({
  kind: 'document',
  status,
  isStorable: status === 200,
  isShareable: true,
  headers: buildDocumentHeaders({
    ...options,
    extra: {
      ...extra,
      ...(status >= 400 && { 'cache-control': 'no-store' }),
      ...(status >= 500 && { 'retry-after': '30' }),
    },
  }),
  document: createCompleteDocument(body),
});
