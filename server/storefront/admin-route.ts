import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StaffRole } from '#shared/accounts/roles.ts';
import { type AdminConfig, adminConfigElementId, adminPath } from '#shared/admin/admin-config.ts';
import { escapeHtml } from '#shared/escape-html.ts';
import { escapeJsonForScript } from '#shared/escape-json-for-script.ts';
import { getLocale, type Lang } from '#shared/languages.ts';
import { isStaffRole, type ReadRequestRole } from './gateway/staff-session.ts';
import type { AdminClientAssets } from './pages/admin-client-assets.ts';
import type { PageResponder } from './pages/page-route.ts';
import { sendPlainPage } from './responses/plain-page.ts';
import type { SiteHost } from './sites/host-index.ts';
import { getSiteHost } from './sites/match-hosts.ts';

interface AdminRouteDependencies {
  client: AdminClientAssets;
  readRole: ReadRequestRole;
  sendPage: PageResponder['sendPage'];
}

/**
 * Serves the admin panel's document at `/admin` and below to staff. Guests are redirected to the log-in page, and
 * members get the page for unknown paths.
 */
export function registerAdminRoute(app: FastifyInstance, { client, readRole, sendPage }: AdminRouteDependencies): void {
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const site = getSiteHost(request);
    const role = await readRole(request, site);
    if (role === 'unknown') return sendPlainPage(reply.header('retry-after', '10'), 503, 'unavailable', site.lang);
    if (role === null)
      return reply.header('cache-control', 'no-store').redirect(`/auth?return=${encodeURIComponent(request.url)}`, 302);
    return isStaffRole(role) ? sendAdminDocument(reply, site, { client, role }) : sendPage(request, reply);
  };
  for (const url of [adminPath, `${adminPath}/*`]) app.route({ method: ['GET', 'HEAD'], url, handler });
}

interface AdminDocumentOptions {
  client: AdminClientAssets;
  role: StaffRole;
}

/**
 * Renders the document that starts the admin panel in the browser.
 * @param nonce The nonce of the document's policy. The panel's libraries set it on the styles that they insert.
 */
function renderAdminDocument(client: AdminClientAssets, config: AdminConfig, nonce: string): string {
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
function buildAdminSecurityPolicy(nonce: string, { isSecure, isDevelopment }: AdminPolicyOptions): string {
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

function sendAdminDocument(
  reply: FastifyReply,
  { config, rendered, isSecure }: SiteHost,
  { client, role }: AdminDocumentOptions,
) {
  const nonce = randomBytes(16).toString('base64');
  const { name, lang, defaultLang, timeZone, alternates } = rendered;
  const languages: [Lang, ...Lang[]] = [
    defaultLang,
    ...config.languages.filter((language) => language !== defaultLang),
  ];
  const adminAlternates = alternates.map(({ lang: language, href }) => ({
    lang: language,
    href: new URL(adminPath, href).href,
  }));
  return reply
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'strict-origin-when-cross-origin')
    .header('x-robots-tag', 'noindex')
    .header(
      'content-security-policy',
      buildAdminSecurityPolicy(nonce, { isSecure, isDevelopment: client.folder === null }),
    )
    .header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()')
    .header('cross-origin-opener-policy', 'same-origin')
    .type('text/html; charset=utf-8')
    .send(
      renderAdminDocument(
        client,
        { siteName: name, role, lang, languages, timeZone, alternates: adminAlternates },
        nonce,
      ),
    );
}
