import { z } from 'zod';
import { languages } from '../languages.ts';

const hostName = z.string().regex(/^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/, {
  error: 'a host name in lower case without port, such as "domaine-a.fr" (international names in punycode)',
});

const originUrl = z
  .string()
  .regex(/^https?:\/\/[^/]+$/, { error: 'an origin such as "https://domaine-a.fr", without path' });

/** Checks whether `host` is `domain` or one of its subdomains. */
export const isWithinDomain = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`);

/**
 * The file `sites/<name>/site.json` with the identity, hosts and languages of a site. All other files of the folder are
 * content.
 */
export const SiteConfig = z
  .strictObject({
    $schema: z.string().optional(),
    id: z.int().min(1).max(2_147_483_647).describe('The number by which every call names this site'),
    name: z.string().min(1).max(80).describe('The name of the estate, as people read it'),
    hosts: z
      .array(
        z.strictObject({
          name: hostName,
          lang: z.enum(languages).optional().describe('The language of the pages at this host; by default defaultLang'),
        }),
      )
      .min(1),
    origin: z
      .union([originUrl, z.partialRecord(z.enum(languages), originUrl)])
      .describe('What canonical links, sitemap and shared links use; one, or one for each language'),
    languages: z.array(z.enum(languages)).min(1),
    defaultLang: z.enum(languages),
    timeZone: z.string().default('Europe/Paris'),
    cookieDomain: hostName
      .regex(/\./, { error: 'a domain of at least two words, such as "domaine-a.fr"' })
      .optional()
      .describe('Only where the whole domain is the estate’s: cookies are then set on it, else on the host alone'),
    default: z.boolean().default(false).describe('This site answers at plain localhost'),
  })
  .superRefine((site, context) => {
    const addIssue = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    const { cookieDomain } = site;
    if (cookieDomain && !site.hosts.some(({ name }) => isWithinDomain(name, cookieDomain)))
      addIssue('cookieDomain', 'none of hosts is there');
    if (!site.languages.includes(site.defaultLang)) addIssue('defaultLang', 'must be one of languages');
    for (const host of site.hosts)
      if (host.lang && !site.languages.includes(host.lang))
        addIssue('hosts', `${host.name} has a language that languages does not list`);
    try {
      new Intl.DateTimeFormat('en', { timeZone: site.timeZone });
    } catch {
      addIssue('timeZone', 'must be a time zone such as "Europe/Paris"');
    }
  });

export type SiteConfig = z.infer<typeof SiteConfig>;
