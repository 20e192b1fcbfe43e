import type { Lang } from '../languages.ts';
import { type Outcome, ok, refuse } from '../outcome.ts';
import {
  getCanonicalDomainOfLanguage,
  isCanonicalDomainOfSite,
  type SiteDomain,
  type SiteHosting,
} from './site-hosting.ts';

export const maxDomains = 20;

/** A domain that staff have entered, with a normalised name. */
export interface DomainInput extends SiteDomain {
  isCanonical: boolean;
}

type HostingOutcome<Refusal extends string> = Outcome<SiteHosting, Refusal>;

/** Adds a domain at the end of the list. */
export function addDomain(
  hosting: SiteHosting,
  input: DomainInput,
): HostingOutcome<'domain_listed' | 'too_many_domains' | 'language_not_offered'> {
  if (hosting.hosts.some(({ name }) => name === input.name)) return refuse('domain_listed');
  if (hosting.hosts.length >= maxDomains) return refuse('too_many_domains', { values: { max: maxDomains } });
  return withDomain({ ...hosting, hosts: [...hosting.hosts, { name: input.name, lang: input.lang }] }, input);
}

export function changeDomain(
  hosting: SiteHosting,
  name: string,
  input: DomainInput,
): HostingOutcome<'not_found' | 'domain_listed' | 'domain_canonical' | 'language_not_offered'> {
  const before = hosting.hosts.find((host) => host.name === name);
  if (!before) return refuse('not_found');
  if (input.name !== name && hosting.hosts.some((host) => host.name === input.name)) return refuse('domain_listed');
  const losesCanonical = isCanonicalDomainOfSite(hosting, before) && (input.lang !== before.lang || !input.isCanonical);
  if (losesCanonical) return refuse('domain_canonical');
  const hosts = hosting.hosts.map((host) => (host === before ? { name: input.name, lang: input.lang } : host));
  return withDomain({ ...hosting, hosts }, input);
}

/**
 * Removes a domain. The canonical domain of a language stays, because the other domains of the language redirect to it.
 */
export function removeDomain(
  hosting: SiteHosting,
  name: string,
): HostingOutcome<'not_found' | 'last_domain' | 'domain_canonical'> {
  const domain = hosting.hosts.find((host) => host.name === name);
  if (!domain) return refuse('not_found');
  if (hosting.hosts.length === 1) return refuse('last_domain');
  if (isCanonicalDomainOfSite(hosting, domain)) return refuse('domain_canonical');
  return ok({ ...hosting, hosts: hosting.hosts.filter((host) => host !== domain) });
}

function withDomain(hosting: SiteHosting, input: DomainInput): HostingOutcome<'language_not_offered'> {
  const { name, lang, isCanonical } = input;
  if (!hosting.languages.includes(lang)) return refuse('language_not_offered', { values: { field: 'lang' } });
  const origins = isCanonical ? { ...hosting.origins, [lang]: toOrigin(hosting, name) } : hosting.origins;
  return ok({ ...hosting, origins });
}

/** Builds the canonical origin of a domain, with the scheme and the port of the existing origins. */
function toOrigin({ origins, defaultLang }: SiteHosting, name: string): string {
  const url = new URL(origins[defaultLang] ?? Object.values(origins)[0] ?? `https://${name}`);
  return `${url.protocol}//${name}${url.port && `:${url.port}`}`;
}

interface LanguagesInput {
  /** The offered languages in their order, each new one with the domain at which it is shown. */
  languages: readonly { lang: Lang; domain?: string | undefined }[];
  defaultLang: Lang;
}

/** Finds the languages that a change adds. Each added language makes one domain canonical. */
export const findAddedLanguages = (
  hosting: Pick<SiteHosting, 'languages'>,
  input: Pick<LanguagesInput, 'languages'>,
): Lang[] => input.languages.map(({ lang }) => lang).filter((lang) => !hosting.languages.includes(lang));

/**
 * Changes the languages that a site offers. The domains of a language that is removed redirect to the default language;
 * the texts in that language stay stored.
 */
export function changeLanguages(
  hosting: SiteHosting,
  input: LanguagesInput,
): HostingOutcome<'languages_invalid' | 'language_without_domain'> {
  const languages = input.languages.map(({ lang }) => lang);
  const isValid = new Set(languages).size === languages.length && languages.includes(input.defaultLang);
  if (!isValid) return refuse('languages_invalid', { values: { field: 'languages' } });
  const kept = languages.filter((lang) => hosting.languages.includes(lang));
  const added = input.languages.filter(({ lang }) => !hosting.languages.includes(lang));
  const origins = Object.fromEntries(kept.map((lang) => [lang, hosting.origins[lang]])) as SiteHosting['origins'];
  let hosts = hosting.hosts.map(({ name, lang }) => ({ name, lang: kept.includes(lang) ? lang : input.defaultLang }));
  const taken = new Set(kept.map((lang) => getCanonicalDomainOfLanguage(hosting, lang)));
  for (const { lang, domain } of added) {
    if (domain === undefined || taken.has(domain) || !hosts.some(({ name }) => name === domain))
      return refuse('language_without_domain', { values: { field: 'languages' } });
    taken.add(domain);
    hosts = hosts.map((host) => (host.name === domain ? { name: domain, lang } : host));
    origins[lang] = toOrigin(hosting, domain);
  }
  return ok({ hosts, origins, languages, defaultLang: input.defaultLang });
}
