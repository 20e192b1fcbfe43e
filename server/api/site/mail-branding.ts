import { eq, sql } from 'drizzle-orm';
import { heldRead } from '#server/api/changes/held-reads.ts';
import { preparedRead } from '#server/api/database/prepared-read.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { getOriginInLanguage } from '#server/api/tenancy/site-registry.ts';
import type { Lang } from '#shared/languages.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import { type DocumentColours, resolveDocumentColours } from '#shared/site/brand-colours.ts';
import { type CompanyMentionKey, companyMentionKeys, formatCompanyMentions } from '#shared/site/company-mentions.ts';
import type { ParameterKey } from '#shared/site/parameter-definitions.ts';
import { readParametersWithKeys } from './read-parameters.ts';
import { readTheme } from './site-repository.ts';

export interface MailBranding {
  name: string;
  origin: string;
  /** The estate's postal address. It is empty if the estate has not set it, as are `phone` and `email`. */
  address: string;
  phone: string;
  email: string;
  /** The mentions of the company, in one line (`formatCompanyMentions`). */
  company: string;
  timeZone: string;
  colours: DocumentColours;
}

const defaultColours = {
  paper: '#f6f4ef',
  card: '#ffffff',
  foot: '#e9e6de',
  ink: '#2b2a26',
  primary: '#4a4a42',
  accent: '#a08c5b',
};

const parameterKeys = [
  'HEAD_OFFICE',
  'COMPANY_PHONE',
  'COMPANY_EMAIL',
  'PRIMARY_COLOR',
  'ACCENT_COLOR',
  ...companyMentionKeys,
] as const satisfies readonly ParameterKey[];

const brandingCache = new WeakMap<SiteTx, Map<Lang, Promise<MailBranding>>>();

/** Reads the mail branding once per transaction and language, because one transaction may queue many mails. */
export function readMailBranding(tx: SiteTx, lang: Lang): Promise<MailBranding> {
  const byLang = brandingCache.get(tx) ?? new Map<Lang, Promise<MailBranding>>();
  brandingCache.set(tx, byLang);
  const branding = byLang.get(lang) ?? loadMailBranding(tx, lang);
  byLang.set(lang, branding);
  return branding;
}

const siteOf = preparedRead<(typeof sites.$inferSelect)[], { id: number }>((db) =>
  db
    .select()
    .from(sites)
    .where(eq(sites.id, sql.placeholder('id'))),
);
const sitesOf = heldRead('site', (tx) => siteOf(tx, { id: tx.siteId }));

async function loadMailBranding(tx: SiteTx, lang: Lang): Promise<MailBranding> {
  const [[site], values, theme] = await Promise.all([
    sitesOf(tx),
    readParametersWithKeys(tx, parameterKeys),
    readTheme(tx),
  ]);
  if (!site) throw new Error(`there is no site ${tx.siteId}`);
  const textOf = (key: (typeof parameterKeys)[number]): string => {
    const text: unknown = resolveLocalized(values[key] as Localized | undefined, lang, site.defaultLang);
    return typeof text === 'string' ? text.trim() : '';
  };
  const { name, timeZone } = site;
  return {
    name,
    timeZone,
    origin: getOriginInLanguage(site, lang),
    address: textOf('HEAD_OFFICE'),
    phone: textOf('COMPANY_PHONE'),
    email: textOf('COMPANY_EMAIL'),
    company: formatCompanyMentions(
      Object.fromEntries(companyMentionKeys.map((key) => [key, textOf(key)])) as Record<CompanyMentionKey, string>,
      lang,
    ),
    colours: theme
      ? resolveDocumentColours(theme, {
          PRIMARY_COLOR: textOf('PRIMARY_COLOR'),
          ACCENT_COLOR: textOf('ACCENT_COLOR'),
        })
      : defaultColours,
  };
}
