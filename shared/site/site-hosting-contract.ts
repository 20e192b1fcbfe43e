import { z } from 'zod';
import { revisionField } from '#shared/contract-fields.ts';
import { defineContract } from '../endpoint.ts';
import { languages } from '../languages.ts';
import { wholeNumberText } from '../text-values.ts';

const LangCode = z.enum(languages);
const Revision = revisionField;

const ListedDomain = z.object({
  name: z.string(),
  lang: LangCode,
  /** True if pages are served at this domain; all other domains redirect to the canonical one of their language. */
  isCanonical: z.boolean(),
  /** True for the domain at which the caller uses the panel. */
  isCurrent: z.boolean(),
});

const HostingView = z.object({
  revision: Revision,
  domains: z.array(ListedDomain),
  languages: z.array(LangCode),
  defaultLang: LangCode,
  /**
   * True if staff have changed domains or languages and no revert of them is pending, so that an import of `site.json`
   * keeps them.
   */
  isEdited: z.boolean(),
});
export type HostingView = z.infer<typeof HostingView>;

const DomainBody = z.strictObject({
  revision: Revision,
  name: z.string().min(1).max(300),
  lang: LangCode,
  isCanonical: z.boolean(),
});

const params = z.object({ key: z.string().min(1).max(253) });

const domainRefusals = {
  stale_revision: 409,
  domain_invalid: 422,
  domain_reserved: 422,
  domain_public_suffix: 422,
  domain_unavailable: 409,
  domain_listed: 409,
  language_not_offered: 422,
} as const;

/**
 * The refusals of changes that are checked in the DNS. The refusal for an unproven domain contains the missing record.
 */
const domainCheckRefusals = {
  domain_unproven: 409,
  domain_unresolved: 409,
  domain_check_failed: 409,
  too_many: 429,
} as const;

/** The calls with which staff edit the languages and the domains of the site. Each returns the new state. */
export const siteHostingContract = defineContract({
  'GET /admin/language': {
    summary: 'The languages that the site offers, and the domains that show them',
    access: 'staff',
    data: HostingView,
  },
  'PUT /admin/language': {
    summary:
      'Changes the offered languages, their order and the default one. A new language needs a domain, so only a SUPER_ADMIN may add one. Its page tree starts as a copy of the default language',
    access: 'staff',
    body: z.strictObject({
      revision: Revision,
      languages: z
        .array(z.strictObject({ lang: LangCode, domain: z.string().max(253).optional() }))
        .min(1)
        .max(languages.length),
      defaultLang: LangCode,
    }),
    data: HostingView,
    refusals: {
      stale_revision: 409,
      languages_invalid: 422,
      language_without_domain: 422,
      domain_in_use: 409,
      super_admin_needed: 403,
      ...domainCheckRefusals,
    },
  },
  'GET /admin/domain': {
    summary: 'The domains of the site',
    access: 'superAdmin',
    data: HostingView,
  },
  'POST /admin/domain': {
    summary:
      'Adds a domain, for which a TXT record must prove that the estate controls it. Without it, the refusal contains the record',
    access: 'superAdmin',
    body: DomainBody,
    data: HostingView,
    refusals: { ...domainRefusals, ...domainCheckRefusals, too_many_domains: 409 },
  },
  'PUT /admin/domain/{key}': {
    summary:
      'Renames a domain, changes its language or makes it the canonical one. A new name needs a verification record as in POST; a canonical one must resolve to an address',
    access: 'superAdmin',
    params,
    body: DomainBody,
    data: HostingView,
    refusals: {
      ...domainRefusals,
      ...domainCheckRefusals,
      not_found: 404,
      domain_canonical: 409,
      domain_in_use: 409,
    },
  },
  'DELETE /admin/domain/{key}': {
    summary: 'Removes a domain',
    access: 'superAdmin',
    params,
    query: z.strictObject({ revision: wholeNumberText(0, 2_147_483_647) }),
    data: HostingView,
    refusals: { stale_revision: 409, not_found: 404, domain_canonical: 409, domain_in_use: 409, last_domain: 409 },
  },
});
