import { createHash } from 'node:crypto';
import type { CspSources } from '#shared/csp-sources.ts';

export interface ContentSecurityPolicyOptions {
  /** Text of the page's inline `<style>`, whose hash is allowed. */
  themeStyle: string;
  /** Third-party origins that the page loads from. */
  sources?: CspSources;
  /** Other origins of the site, to which a change of language hands cart and session over. */
  formTargets?: readonly string[];
  isSecure: boolean;
  /** The development server injects inline scripts and styles, and speaks over a socket. */
  isDevelopment?: boolean;
}

/**
 * Returns the Content-Security-Policy of a page: everything from the site's own origin, and the inline style by its hash.
 * Third parties are allowed only on the pages that need them.
 */
export function buildContentSecurityPolicy({
  themeStyle,
  sources = {},
  formTargets = [],
  isSecure,
  isDevelopment = false,
}: ContentSecurityPolicyOptions): string {
  const style = themeStyle ? ` 'sha256-${createHash('sha256').update(themeStyle).digest('base64')}'` : '';
  const directives = [
    "default-src 'self'",
    withSources(isDevelopment ? "script-src 'self' 'unsafe-inline'" : "script-src 'self'", sources.script),
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self'${style}`,
    withSources("img-src 'self' data:", sources.img),
    withSources(isDevelopment ? "connect-src 'self' ws:" : "connect-src 'self'", sources.connect),
    ...(sources.frame?.length ? [withSources("frame-src 'self'", sources.frame)] : []),
    "frame-ancestors 'none'",
    "base-uri 'self'",
    withSources("form-action 'self'", formTargets),
    "object-src 'none'",
  ];
  if (isSecure) directives.push('upgrade-insecure-requests');
  return directives.join('; ');
}

const withSources = (directive: string, origins: readonly string[] = []): string => [directive, ...origins].join(' ');
