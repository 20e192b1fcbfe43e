import { type AdminConfig, adminConfigElementId } from '#shared/admin/admin-config.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { escapeJsonForScript } from '#shared/escape-json-for-script.ts';
import { getLocale } from '#shared/languages.ts';
import type { AdminClientAssets } from '../pages/admin-client-assets.ts';

/**
 * Renders the document that starts the admin panel in the browser.
 * @param nonce The nonce of the document's policy. The panel's libraries set it on the styles that they insert.
 */
export function renderAdminDocument(client: AdminClientAssets, config: AdminConfig, nonce: string): string {
  const styles = client.styles.map((path) => `<link rel="stylesheet" href="${path}">`).join('');
  const preloads = (client.preloads[config.lang] ?? [])
    .map((path) => `<link rel="modulepreload" href="${path}">`)
    .join('');
  return (
    `<!doctype html><html lang="${getLocale(config.lang)}"><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
    `<meta name="csp-nonce" nonce="${nonce}"><title>${escapeHtml(config.siteName)}</title>` +
    `<link rel="icon" href="/favicon.ico">${styles}${preloads}${client.developmentHead ?? ''}` +
    `<script type="application/json" id="${adminConfigElementId}">${escapeJsonForScript(JSON.stringify(config))}</script>` +
    `<script type="module" src="${client.entry}"></script></head><body><div id="admin"></div></body></html>`
  );
}

/**
 * Builds the Content-Security-Policy of the admin panel. Its libraries insert style elements, which the nonce allows;
 * scripts come from the site's own origin only. Vite's development server needs inline scripts as well.
 */
export function buildAdminSecurityPolicy(nonce: string, { isSecure, isDevelopment }: AdminPolicyOptions): string {
  const directives = [
    "default-src 'self'",
    isDevelopment ? "script-src 'self' 'unsafe-inline'" : "script-src 'self'",
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    isDevelopment ? "connect-src 'self' ws:" : "connect-src 'self'",
    "frame-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "object-src 'none'",
  ];
  if (isSecure) directives.push('upgrade-insecure-requests');
  return directives.join('; ');
}

interface AdminPolicyOptions {
  isSecure: boolean;
  isDevelopment: boolean;
}
