import { describe, expect, it } from 'vitest';
import { formatCompanyMentions } from '#shared/site/company-mentions.ts';

const company = {
  COMPANY_NAME: 'SCEA Clos',
  SHARE_CAPITAL: '1 000 €',
  RCS_NUMBER: 'RCS Saintes 000 400 044',
  SIRET_NUMBER: '000 400 044 00012',
  INTRACOMMUNITY_VAT: 'FR60000400044',
  PRODUCER_ID: 'FR000000_01ABCD',
};
const none = {
  COMPANY_NAME: '',
  SHARE_CAPITAL: '',
  RCS_NUMBER: '',
  SIRET_NUMBER: '',
  INTRACOMMUNITY_VAT: '',
  PRODUCER_ID: '',
};

describe('formatCompanyMentions', () => {
  it.each([
    [
      'fr_FR',
      'SCEA Clos, au capital de 1 000 € · RCS Saintes 000 400 044 · SIRET 000 400 044 00012 · TVA FR60000400044 · identifiant unique REP emballages FR000000_01ABCD',
    ],
    [
      'en',
      'SCEA Clos, share capital 1 000 € · RCS Saintes 000 400 044 · SIRET 000 400 044 00012 · VAT FR60000400044 · packaging producer id (IDU) FR000000_01ABCD',
    ],
  ] as const)('names form, capital, register, VAT number and packaging producer in %s', (lang, expected) => {
    expect(formatCompanyMentions(company, lang)).toBe(expected);
  });

  it('adds RCS to a register number without it, and leaves out what is not set', () => {
    const partly = { ...none, COMPANY_NAME: 'SCEA Clos', RCS_NUMBER: 'Bergerac 000 000 000' };
    expect(formatCompanyMentions(partly, 'fr_FR')).toBe('SCEA Clos · RCS Bergerac 000 000 000');
    expect(formatCompanyMentions(none, 'fr_FR')).toBe('');
  });
});
