import { relative } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { getLanguageRecord } from '#shared/languages.ts';
import type { ServerConfig } from './config.ts';
import { isDevelopmentTerminal } from './http/create-log-destination.ts';
import { type ConfiguredSite, getCanonicalOrigin } from './storefront/sites/host-index.ts';

/** Maximum number of sites that are listed. Further sites are only counted. */
const maxListed = 20;

function summariseSiteUrls(
  sites: readonly ConfiguredSite[],
  { hasLocalNames, port }: Pick<ServerConfig, 'hasLocalNames' | 'port'>,
): { addresses: [name: string, addresses: string[]][]; more: number } {
  const addresses = sites
    .slice(0, maxListed)
    .map((site): [string, string[]] => [site.config.name, listLanguageUrlsOfSite(site, hasLocalNames, port)]);
  return { addresses, more: Math.max(0, sites.length - maxListed) };
}

function listLanguageUrlsOfSite({ folder, config }: ConfiguredSite, hasLocalNames: boolean, port: number): string[] {
  if (!hasLocalNames) return config.languages.map((lang) => getCanonicalOrigin(config, lang));
  const hostNames = config.default ? ['localhost'] : [`${folder}.localhost`];
  for (const lang of config.languages)
    if (lang !== config.defaultLang) hostNames.push(`${getLanguageRecord(lang).hostLabel}.${folder}.localhost`);
  return hostNames.map((name) => `http://${name}:${port}`);
}

/**
 * Reports that the server has started, at every log level: as a table on a developer's terminal, otherwise as one log
 * line.
 */
export function reportServerStarted(
  sites: readonly ConfiguredSite[],
  config: ServerConfig,
  log: FastifyBaseLogger,
): void {
  const { addresses, more } = summariseSiteUrls(sites, config);
  if (isDevelopmentTerminal()) {
    process.stdout.write(formatStartReport(addresses, more, sites.length, config));
    return;
  }
  log
    .child({}, { level: 'info' })
    .info(
      { code: 'server_started', sites: Object.fromEntries(addresses), more, ...hintFields(config) },
      `Cuvée serves ${sites.length} sites`,
    );
}

const hintFields = ({ role, smtpUrl, dataDir, trustProxy, hasLocalNames }: ServerConfig) => ({
  ...(role === 'both' && { mails: smtpUrl ? 'SMTP_URL' : `${dataDir}/outbox` }),
  // Without TRUST_PROXY a hint is logged, because all visitors of a proxy that is not trusted share the rate limits of
  // one network.
  ...(!hasLocalNames && trustProxy.length === 0 && { hint: 'behind a proxy, set TRUST_PROXY to its address' }),
});

export function formatStartReport(
  addresses: readonly (readonly [name: string, addresses: readonly string[]])[],
  more: number,
  count: number,
  config: Pick<ServerConfig, 'role' | 'smtpUrl' | 'dataDir' | 'admin' | 'hasLocalNames' | 'trustProxy'>,
): string {
  const width = Math.max(0, ...addresses.map(([name]) => name.length));
  const rows = addresses.map(([name, urls]) => `  ${name.padEnd(width)}  ${urls.join('  ')}`);
  const lines = [`Cuvée serves ${count} ${count === 1 ? 'site' : 'sites'}:`, '', ...rows];
  if (more > 0) lines.push(`  … and ${more} more: npm run site -- list`);
  lines.push('', ...hints(config).map((hint) => `  ${hint}`));
  return `\n${lines.join('\n')}\n\n`;
}

function hints({
  role,
  smtpUrl,
  dataDir,
  admin,
  hasLocalNames,
  trustProxy,
}: Parameters<typeof formatStartReport>[3]): string[] {
  const lines: string[] = [];
  if (role === 'both') {
    lines.push(smtpUrl ? 'Mails go to SMTP_URL.' : `Mails are written to ${relative('', dataDir) || '.'}/outbox.`);
    lines.push(
      admin
        ? `Administrator of every site: ${admin.email}, who logs in like a customer.`
        : 'No administrator: set ADMIN_EMAIL and ADMIN_PASSWORD to have one on every site.',
    );
  }
  if (!hasLocalNames && trustProxy.length === 0)
    lines.push('Behind a proxy, set TRUST_PROXY to its address; otherwise all visitors share one rate limit.');
  return [...lines, 'Ctrl-C stops the server.'];
}
