import { createHash } from 'node:crypto';

export interface PolicyOptions {
  /** Text of the page's inline `<style>`, whose hash is allowed. */
  themeStyle: string;
  /** Additional origins of pictures, such as a map server. */
  imageHosts?: readonly string[];
  isSecure: boolean;
  /** The development server injects inline scripts and styles, and speaks over a socket. */
  isDevelopment?: boolean;
}

/**
 * Returns the Content-Security-Policy of a page: everything from the site's own origin, and the inline style by its hash.
 * Third parties are allowed only for pictures, on the pages that load them at the visitor's request.
 */
export function buildContentSecurityPolicy({
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
