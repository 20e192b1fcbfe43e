import { describe, expect, it } from 'vitest';
import { customScreens, resourceScreens } from '#client/admin/screens/admin-screens.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import {
  type GoLiveCheckInput,
  type GoLiveTaskCode,
  listGoLiveTasksWithState,
  type MailDomainCheck,
  resolveTextParameters,
} from '#shared/site/go-live.ts';

const completeSite: GoLiveCheckInput = {
  texts: {
    SALE_TERMS: '<p>Vente… Le médiateur de la consommation est la Médiation des Rivages.</p>',
    LEGAL_NOTICE: '<p>Éditeur : le domaine.</p>',
    PRIVACY_POLICY: '<p>Vos données.</p>',
    ACCESSIBILITY: '<p>Le site est partiellement conforme.</p>',
    COMPANY_NAME: 'Domaine',
    HEAD_OFFICE: 'Le bourg',
    COMPANY_PHONE: '05 45 00 00 00',
    COMPANY_EMAIL: 'contact@domaine.example',
    RCS_NUMBER: 'RCS Angoulême 123',
  },
  hosts: ['localhost', 'domaine.example'],
  paymentMethods: 1,
  contradictions: [],
  hasAccessibilityPage: true,
  deliveryMethods: 1,
  products: 3,
  unpricedVariants: 0,
};
const openTasks = (state: GoLiveCheckInput) =>
  listGoLiveTasksWithState(state).flatMap(({ code, isDone, isLegalDuty }) =>
    isDone ? [] : [isLegalDuty ? `${code}!` : code],
  );
const withTexts = (texts: GoLiveCheckInput['texts']) =>
  openTasks({ ...completeSite, texts: { ...completeSite.texts, ...texts } });

describe('listGoLiveTasksWithState', () => {
  it('leaves no task open for a complete site', () => {
    expect(openTasks(completeSite)).toEqual([]);
  });

  it('opens every task but the health warning for an empty site, the legal duties first', () => {
    const empty = {
      texts: {},
      hosts: ['localhost'],
      paymentMethods: 0,
      deliveryMethods: 0,
      contradictions: [],
      hasAccessibilityPage: false,
      products: 0,
    };
    expect(openTasks({ ...empty, unpricedVariants: 1 })).toEqual([
      ...['terms!', 'mediator!', 'legal-notice!', 'privacy-policy!', 'company!'],
      ...['payment-methods', 'delivery', 'accessibility', 'products', 'prices', 'mail-sender', 'domain'],
    ]);
  });

  it.each(['domaine.localhost', 'domaine.test', 'domaine.lan'])(
    'opens the task of the domain if %s is the only host',
    (host) => {
      expect(openTasks({ ...completeSite, hosts: [host] })).toEqual(['domain']);
    },
  );

  it.each<[string, GoLiveCheckInput['texts'], string[]]>([
    ['terms of sale without a mediator', { SALE_TERMS: '<p>Vente</p>' }, ['mediator!']],
    ['an accessibility statement that is missing', { ACCESSIBILITY: '' }, ['accessibility']],
    ['an accessibility statement to be completed', { ACCESSIBILITY: '[date à compléter]' }, ['accessibility', 'texts']],
    ['a legal notice to be completed', { LEGAL_NOTICE: '[hébergeur à compléter]' }, ['legal-notice!', 'texts']],
    ['a registration to be completed', { RCS_NUMBER: '[to be completed]' }, ['company!', 'texts']],
    ['the telephone number of the starter', { COMPANY_PHONE: '00 00 00 00 00' }, ['company!']],
    ['an email address that is missing', { COMPANY_EMAIL: ' ' }, ['company!', 'mail-sender']],
  ])('opens the tasks of %s', (_, texts, expected) => {
    expect(withTexts(texts)).toEqual(expected);
  });

  it.each<[string, Localized, GoLiveTaskCode[], Lang[] | undefined]>([
    [
      'French terms to be completed',
      { en: 'Terms. Mediator', fr_FR: '[à compléter] médiateur' },
      ['terms', 'mediator'],
      ['fr_FR'],
    ],
    ['French terms that are empty', { en: 'Terms. Mediator', fr_FR: '' }, ['terms', 'mediator'], ['fr_FR']],
    ['terms that are empty in every language', { en: '', fr_FR: '' }, ['terms', 'mediator'], undefined],
    ['terms that French visitors read in English', { en: 'Terms. Mediator' }, [], undefined],
  ])('looks at every language of the site: %s', (_, terms, expected, languages) => {
    const values = { ...completeSite.texts, SALE_TERMS: terms };
    const state = { ...completeSite, ...resolveTextParameters(values, ['en', 'fr_FR'], 'en') };
    const duties = listGoLiveTasksWithState(state).filter(({ isLegalDuty, isDone }) => isLegalDuty && !isDone);
    expect(duties.map(({ code }) => code)).toEqual(expected);
    expect(duties.map((duty) => duty.languages)).toEqual(expected.map(() => languages));
  });

  it('ignores a text in a language that the site does not offer', () => {
    const values = { ...completeSite.texts, LEGAL_NOTICE: { fr_FR: 'Éditeur', en: '[to be completed]' } };
    expect(openTasks({ ...completeSite, ...resolveTextParameters(values, ['fr_FR'], 'fr_FR') })).toEqual([]);
  });

  it('reports for each parameter whether the site has a value for it, even an empty one', () => {
    const tasks = listGoLiveTasksWithState({ ...completeSite, texts: { SALE_TERMS: '', LEGAL_NOTICE: 'Notice' } });
    expect(tasks.flatMap(({ parameter }) => (parameter ? [[parameter.key, parameter.isSet]] : []))).toEqual([
      ['SALE_TERMS', true],
      ['SALE_TERMS', true],
      ['LEGAL_NOTICE', true],
      ['PRIVACY_POLICY', false],
      ['SALE_TERMS', true],
      ['ACCESSIBILITY', false],
      ['COMPANY_EMAIL', false],
    ]);
  });

  it('leads to the page trees while one of them lacks the page of the accessibility statement', () => {
    const tasks = listGoLiveTasksWithState({ ...completeSite, hasAccessibilityPage: false });
    expect(tasks.filter(({ isDone }) => !isDone)).toMatchObject([
      { code: 'accessibility', isLegalDuty: false, screen: 'page-tree', parameter: null },
    ]);
  });

  it.each<[MailDomainCheck['missing'], string[]]>([
    [[], []],
    [['SPF'], ['mail-domain']],
    [null, ['mail-domain']],
  ])('advises on a mail domain that lacks %j, which is no legal duty', (missing, expected) => {
    const state = { ...completeSite, mailDomain: { domain: 'domaine.example', missing } };
    expect(openTasks(state)).toEqual(expected);
    expect(listGoLiveTasksWithState(state).filter(({ mailDomain }) => mailDomain)).toHaveLength(1);
  });

  it('names a screen of the panel for each task but the health warning, and whether it is reserved', () => {
    const ofResources = resourceScreens.map(({ name, isReserved }) => [name, isReserved === true] as const);
    const custom = customScreens.map(({ path, isReserved }) => [path.slice(1), isReserved === true] as const);
    const screens = new Map([...ofResources, ...custom]);
    const tasks = listGoLiveTasksWithState(completeSite).filter(({ code }) => code !== 'health-warning');
    expect(tasks.map(({ code, screen, isReserved }) => [code, screen, isReserved])).toEqual(
      tasks.map(({ code, screen }) => [code, screen, screens.get(screen ?? '')]),
    );
    expect(tasks.filter(({ isReserved }) => isReserved).map(({ screen }) => screen)).toEqual(['domain']);
  });

  it('accepts a SIRET number in place of the trade register, and the mediator in the legal notice', () => {
    expect(withTexts({ RCS_NUMBER: '', SIRET_NUMBER: '123 456 789 00012' })).toEqual([]);
    expect(withTexts({ SALE_TERMS: '<p>Vente</p>', LEGAL_NOTICE: '<p>Our mediator is …</p>' })).toEqual([]);
  });
});
