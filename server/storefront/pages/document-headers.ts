import type { RawHeaders } from '../cache/raw-headers.ts';

/** A year and a half, so that a site stays on https once it is there. */
const strictTransport = 'max-age=47304000';

/** What every answer to a browser carries. From a secret address not even the site's own files hear where they are used. */
export function securityHeaders(isSecure: boolean, isSecret = false): string[] {
  const referrer = isSecret ? 'no-referrer' : 'strict-origin-when-cross-origin';
  const headers = ['x-content-type-options', 'nosniff', 'referrer-policy', referrer];
  if (isSecure) headers.push('strict-transport-security', strictTransport);
  return headers;
}

export interface DocumentHeaders {
  contentType: string;
  isSecure: boolean;
  /** Whether the address is one that nobody else may learn or keep. */
  isSecret?: boolean;
  /** Content-Security-Policy; null for documents that load nothing. */
  policy: string | null;
  /** `Link`: what the browser needs first. */
  preload?: readonly string[];
  extra?: Readonly<Record<string, string>>;
}

/**
 * Headers of a document that is the same for all visitors. The browser keeps it but asks each time whether it is still
 * the present one, so that a change is seen at once.
 */
export function documentHeaders({
  contentType,
  isSecure,
  isSecret = false,
  policy,
  preload = [],
  extra = {},
}: DocumentHeaders): RawHeaders {
  const headers = ['content-type', contentType, ...securityHeaders(isSecure, isSecret), 'vary', 'accept-encoding'];
  if (policy !== null) {
    headers.push('content-security-policy', policy);
    headers.push('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    headers.push('cross-origin-opener-policy', 'same-origin');
  }
  if (preload.length > 0) headers.push('link', preload.join(', '));
  const given = new Set(Object.keys(extra).map((name) => name.toLowerCase()));
  if (!given.has('cache-control')) headers.push('cache-control', 'private, no-cache');
  for (const [name, value] of Object.entries(extra)) headers.push(name.toLowerCase(), value);
  return headers;
}
