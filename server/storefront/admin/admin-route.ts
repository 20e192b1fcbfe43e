import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { StaffRole } from '#shared/accounts/roles.ts';
import { adminPath } from '#shared/admin/admin-config.ts';
import type { Lang } from '#shared/languages.ts';
import { isStaffRole, type ReadRequestRole } from '../gateway/staff-session.ts';
import type { AdminClientAssets } from '../pages/admin-client-assets.ts';
import type { PageResponder } from '../pages/page-route.ts';
import { sendPlainPage } from '../responses/plain-page.ts';
import type { SiteHost } from '../sites/host-index.ts';
import { getSiteHost } from '../sites/match-hosts.ts';
import { buildAdminSecurityPolicy, renderAdminDocument } from './admin-document.ts';

export interface AdminRouteDependencies {
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
  /** The role of the user at the site. */
  role: StaffRole;
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
