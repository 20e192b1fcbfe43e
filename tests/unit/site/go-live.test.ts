import { describe, expect, it } from 'vitest';
import { type GoLiveFacts, listGoLiveTasks } from '#shared/site/go-live.ts';

const completeSite: GoLiveFacts = {
  texts: {
    SALE_TERMS: '<p>Vente… Le médiateur de la consommation est la Médiation des Rivages.</p>',
    LEGAL_NOTICE: '<p>Éditeur : le domaine.</p>',
    PRIVACY_POLICY: '<p>Vos données.</p>',
    COMPANY_NAME: 'Domaine',
    HEAD_OFFICE: 'Le bourg',
    COMPANY_PHONE: '05 45 00 00 00',
    COMPANY_EMAIL: 'contact@domaine.example',
    RCS_NUMBER: 'RCS Angoulême 123',
  },
  hosts: ['localhost', 'domaine.example'],
  paymentMethods: 1,
  deliveryMethods: 1,
  products: 3,
  unpricedVariants: 0,
};
const openTasks = (facts: GoLiveFacts) =>
  listGoLiveTasks(facts).flatMap(({ code, isDone, isLegalDuty }) => (isDone ? [] : [isLegalDuty ? `${code}!` : code]));
const withTexts = (texts: GoLiveFacts['texts']) =>
  openTasks({ ...completeSite, texts: { ...completeSite.texts, ...texts } });

describe('listGoLiveTasks', () => {
  it('leaves no task open for a complete site', () => {
    expect(openTasks(completeSite)).toEqual([]);
  });

  it('opens every task but the health warning for an empty site, the legal duties first', () => {
    const empty = { texts: {}, hosts: ['localhost'], paymentMethods: 0, deliveryMethods: 0, products: 0 };
    expect(openTasks({ ...empty, unpricedVariants: 1 })).toEqual([
      ...['terms!', 'mediator!', 'legal-notice!', 'privacy-policy!', 'company!'],
      ...['payment-methods', 'delivery', 'products', 'prices', 'mail-sender', 'domain'],
    ]);
  });

  it.each<[string, GoLiveFacts['texts'], string[]]>([
    ['terms of sale without a mediator', { SALE_TERMS: '<p>Vente</p>' }, ['mediator!']],
    ['a legal notice to be completed', { LEGAL_NOTICE: '[hébergeur à compléter]' }, ['legal-notice!', 'texts']],
    ['a registration to be completed', { RCS_NUMBER: '[to be completed]' }, ['company!', 'texts']],
    ['the telephone number of the starter', { COMPANY_PHONE: '00 00 00 00 00' }, ['company!']],
    ['an email address that is missing', { COMPANY_EMAIL: ' ' }, ['company!', 'mail-sender']],
  ])('opens the tasks of %s', (_, texts, expected) => {
    expect(withTexts(texts)).toEqual(expected);
  });

  it('accepts a SIRET number in place of the trade register, and the mediator in the legal notice', () => {
    expect(withTexts({ RCS_NUMBER: '', SIRET_NUMBER: '123 456 789 00012' })).toEqual([]);
    expect(withTexts({ SALE_TERMS: '<p>Vente</p>', LEGAL_NOTICE: '<p>Our mediator is …</p>' })).toEqual([]);
  });
});
