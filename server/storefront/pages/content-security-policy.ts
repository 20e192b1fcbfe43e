import { createHash } from 'node:crypto';

export interface PolicyOptions {
  /** Text of the page's one inline style. */
  themeStyle: string;
  /** Origins besides the site's own that pictures may come from, such as that of a map. */
  imageHosts?: readonly string[];
  isSecure: boolean;
  /** The development server injects inline scripts and styles, and speaks over a socket. */
  isDevelopment?: boolean;
}

/**
 * The Content-Security-Policy of a page: everything from the site's own origin, and the one inline style by its hash.
 * No third party is named but those of pictures, on the page that shows them once the visitor has asked for them.
 */
export function contentSecurityPolicy({
  themeStyle,
  imageHosts = [],
  isSecure,
  isDevelopment = false,
}: PolicyOptions): string {
  const style = themeStyle ? ` 'sha256-${createHash('sha256').update(themeStyle).digest('base64')}'` : '';
  const directives = [
    "default-src 'self'",
    isDevelopment ? "script-src 'self' 'unsafe-inline'" : "script-src 'self'",
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self'${style}`,
    ["img-src 'self' data:", ...imageHosts].join(' '),
    isDevelopment ? "connect-src 'self' ws:" : "connect-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "object-src 'none'",
  ];
  if (isSecure) directives.push('upgrade-insecure-requests');
  return directives.join('; ');
}
