import { interpolate } from '../interpolate.ts';
import { getLanguageRecord, type Lang } from '../languages.ts';
import type { ParameterKey } from './parameter-definitions.ts';

export const companyMentionKeys = [
  'COMPANY_NAME',
  'SHARE_CAPITAL',
  'RCS_NUMBER',
  'SIRET_NUMBER',
  'INTRACOMMUNITY_VAT',
  'PRODUCER_ID',
] as const satisfies readonly ParameterKey[];

export type CompanyMentionKey = (typeof companyMentionKeys)[number];

/**
 * Formats the mentions that a company must make on its letters, order confirmations and documents, such as
 * "SCEA Clos, au capital de 1 000 € · RCS Saintes 000 400 044 · SIRET … · TVA …" (Commercial Code, articles R123-237
 * and R123-238; Consumer Code, article R111-1; Environmental Code, article R541-173). Parameters without a value are left out.
 */
export function formatCompanyMentions(values: Readonly<Record<CompanyMentionKey, string>>, lang: Lang): string {
  const { capital, vat, producer } = getLanguageRecord(lang).companyMentions;
  const { COMPANY_NAME, SHARE_CAPITAL, RCS_NUMBER, SIRET_NUMBER, INTRACOMMUNITY_VAT, PRODUCER_ID } = values;
  const company = [COMPANY_NAME, SHARE_CAPITAL && interpolate(capital, { capital: SHARE_CAPITAL })];
  return [
    company.filter(Boolean).join(', '),
    /^(?:RCS\b|$)/i.test(RCS_NUMBER) ? RCS_NUMBER : `RCS ${RCS_NUMBER}`,
    SIRET_NUMBER && `SIRET ${SIRET_NUMBER}`,
    INTRACOMMUNITY_VAT && interpolate(vat, { vat: INTRACOMMUNITY_VAT }),
    PRODUCER_ID && interpolate(producer, { id: PRODUCER_ID }),
  ]
    .filter(Boolean)
    .join(' · ');
}
