import { z } from 'zod';
import { type Lang, languages } from '../languages.ts';

/** A host name of a site with the language of its pages. */
const SiteDomain = z.object({ name: z.string(), lang: z.enum(languages) });
export type SiteDomain = z.infer<typeof SiteDomain>;

/**
 * The host names and languages of a site. Every language has a canonical origin, whose host is one of `hosts` with that
 * language; all other hosts redirect to the canonical origin of their language.
 */
export const SiteHosting = z.object({
  hosts: z.array(SiteDomain),
  origins: z.partialRecord(z.enum(languages), z.string()),
  languages: z.array(z.enum(languages)),
  defaultLang: z.enum(languages),
});
export type SiteHosting = z.infer<typeof SiteHosting>;

/** Returns the host name of a language's canonical origin; empty for a language that the site does not have. */
export const getCanonicalDomainOfLanguage = ({ origins }: Pick<SiteHosting, 'origins'>, lang: Lang): string =>
  URL.parse(origins[lang] ?? '')?.hostname ?? '';

/** Checks whether pages are served at this domain, and not redirected to another one. */
export const isCanonicalDomainOfSite = (hosting: Pick<SiteHosting, 'origins'>, { name, lang }: SiteDomain): boolean =>
  getCanonicalDomainOfLanguage(hosting, lang) === name;
