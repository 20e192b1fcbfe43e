import { isWithinDomain } from '#shared/site/site-config.ts';
import type { SiteHosting } from '#shared/site/site-hosting.ts';
import type { ConfiguredSite } from './host-index.ts';

/**
 * Replaces the hosts and languages of `site.json` by those that staff have edited. The cookie domain applies only if
 * one of the hosts is within this domain.
 */
export function overrideHostingOfConfiguredSite(
  site: ConfiguredSite,
  hosting: SiteHosting | undefined,
): ConfiguredSite {
  if (!hosting) return site;
  const { cookieDomain, ...config } = site.config;
  const { hosts, origins: origin, languages, defaultLang } = hosting;
  const hasCookieDomain = cookieDomain && hosts.some(({ name }) => isWithinDomain(name, cookieDomain));
  const cookies = hasCookieDomain ? { cookieDomain } : {};
  return { ...site, config: { ...config, hosts, origin, languages, defaultLang, ...cookies } };
}
