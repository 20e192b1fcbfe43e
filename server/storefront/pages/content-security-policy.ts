import type { CspSources } from '#shared/csp-sources.ts';

export interface ContentSecurityPolicyOptions {
  /** SHA-256 in base64 of the page's inline `<style>` element, which the policy allows; empty without one. */
  styleHash: string;
  /** Third-party origins from which the page loads. */
  sources?: CspSources;
  /** Other origins of the site, to which the form for a change of language submits cart and session. */
  formTargets?: readonly string[];
  isSecure: boolean;
  /**
   * True for a document that the site's admin panel shows in a frame, in which scripts and forms are blocked. The
   * document keeps its origin, because browsers load no fonts for a document with an opaque origin.
   */
  isSandboxed?: boolean;
  /** In development, inline scripts and styles and a WebSocket are allowed, because Vite's server needs them. */
  isDevelopment?: boolean;
}

/**
 * Builds the Content-Security-Policy of a page. It allows the site's own origin, the inline style by its hash, and
 * third parties only on the pages that need them.
 */
export function buildContentSecurityPolicy({
  styleHash,
  sources = {},
  formTargets = [],
  isSecure,
  isSandboxed = false,
  isDevelopment = false,
}: ContentSecurityPolicyOptions): string {
  const style = styleHash ? ` 'sha256-${styleHash}'` : '';
  const directives = [
    "default-src 'self'",
    withSources(isDevelopment ? "script-src 'self' 'unsafe-inline'" : "script-src 'self'", sources.script),
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self'${style}`,
    withSources("img-src 'self' data:", sources.img),
    withSources(isDevelopment ? "connect-src 'self' ws:" : "connect-src 'self'", sources.connect),
    ...(sources.frame?.length ? [withSources("frame-src 'self'", sources.frame)] : []),
    ...(isSandboxed ? ['sandbox allow-same-origin', "frame-ancestors 'self'"] : ["frame-ancestors 'none'"]),
    "base-uri 'self'",
    withSources("form-action 'self'", formTargets),
    "object-src 'none'",
  ];
  if (isSecure) directives.push('upgrade-insecure-requests');
  return directives.join('; ');
}

const withSources = (directive: string, origins: readonly string[] = []): string => [directive, ...origins].join(' ');
