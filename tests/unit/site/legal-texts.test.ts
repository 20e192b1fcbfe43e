import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Lang } from '#shared/languages.ts';
import { normalizeSpaces } from '#tests/support/fixtures/estates.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => normalizeSpaces(readFileSync(join(root, path), 'utf8').replaceAll('**', ''));

const estates: { folder: string; lang: Lang; file: (name: string) => string }[] = [
  { folder: 'domaine-des-chenes', lang: 'fr_FR', file: (name) => `${name}.md` },
  { folder: 'willow-hill', lang: 'fr_FR', file: (name) => `${name}.fr_FR.md` },
  { folder: 'willow-hill', lang: 'en', file: (name) => `${name}.en.md` },
];

/** The numbers and references that the specification and French law require, by the name of the legal text. */
const required: Partial<Record<Lang, Record<string, RegExp[]>>> = {
  fr_FR: {
    'privacy-policy': [
      /(13|treize) mois/,
      /(3|trois) ans d’inactivité/,
      /(10|dix) jours ouvrés/,
      /(30|trente) jours/,
      /du lundi au vendredi, de 9 ?h à 17 ?h/,
      /\]\(\/use-terms\)/,
      /CNIL/,
      /emandes? d’avis|demander votre avis/,
      /notre intérêt légitime[^.]*\. Vous pouvez (les refuser|refuser ces demandes)[^.]*: dans votre compte, par le lien [^.]*, d’un clic sur/,
    ],
    'use-terms': [/\]\(\/contact\)/, /\]\(\/privacy-policy\)/, /sincères et exactes/],
    'sale-terms': [
      /(14|quatorze) jours à compter de la réception/,
      /L\. 221-18/,
      /articles L\. 217-1 à L\. 217-32 du code de la consommation/,
      /articles 1641 à 1649 du code civil/,
      /L\. 241-5/,
      /L\. 611-1/,
      /médiateur de la consommation.*\.example/,
      /L’abus d’alcool est dangereux pour la santé, à consommer avec modération/,
      /rétractation du contrat portant sur la vente/,
    ],
    'legal-notice': [/L\. 3342-1/, /hébergé par/, /\{\{SIRET_NUMBER\}\}/, /\{\{PRODUCER_ID\}\}/],
    accessibility: [
      /partiellement conforme/,
      /\]\(\/contact\)/,
      /\{\{COMPANY_EMAIL\}\}/,
      /2019\/882/,
      /ne sont pas balisés/,
    ],
  },
  en: {
    'privacy-policy': [
      /13 months at most/,
      /3 years of inactivity/,
      /10 working days/,
      /30 days/,
      /weekdays from 9h to 17h/,
      /\]\(\/use-terms\)/,
      /CNIL/,
      /Requests for a review/,
      /our legitimate interest\. You can refuse these requests[^.]*: in your account, with the link [^.]*, with one click on/,
    ],
    'use-terms': [/\]\(\/contact\)/, /\]\(\/privacy-policy\)/, /truthful and exact/],
    'sale-terms': [
      /14 days from the day on which you receive/,
      /L\. 221-18/,
      /articles L\. 217-1 to L\. 217-32 of the French consumer code/,
      /articles 1641 to 1649 of the French civil code/,
      /L\. 241-5/,
      /L\. 611-1/,
      /consumer mediator.*\.example/,
      /Alcohol abuse is dangerous for your health; drink in moderation/,
      /I withdraw from my contract/,
    ],
    'legal-notice': [/under 18|eighteen/, /hosted by/, /\{\{SIRET_NUMBER\}\}/, /\{\{PRODUCER_ID\}\}/],
    accessibility: [/partially conforms/, /\]\(\/contact\)/, /\{\{COMPANY_EMAIL\}\}/, /2019\/882/, /are not tagged/],
  },
};

describe.each(estates)('legal texts of $folder in $lang', ({ folder, lang, file }) => {
  const text = (name: string) => read(`sites/${folder}/content/legal/${file(name)}`);

  test('the terms of use quote the checkbox of the registration form', () => {
    const { 'register.terms': label } = JSON.parse(read(`shared/texts/${lang}/accounts.json`));
    expect(text('use-terms')).toContain(label);
  });

  test.each(Object.entries(required[lang] ?? {}))('%s contains all required statements', (name, statements) => {
    const content = text(name);
    for (const statement of statements) expect(content).toMatch(statement);
  });
});

test.each(estates)(
  'the accessibility statement of $folder in $lang names online payment only if it exists',
  ({ folder, file }) => {
    const methods: { method: string }[] = JSON.parse(read(`sites/${folder}/content/payment-methods.json`));
    const isOffline = methods.every(({ method }) => ['TRANSFER', 'CHEQUE', 'AT_PICKUP'].includes(method));
    const statement = read(`sites/${folder}/content/legal/${file('accessibility')}`);
    expect(/paiement en ligne|pay online/.test(statement)).toBe(!isOffline);
  },
);

test('the English checkbox has the wording of the specification', () => {
  const { 'register.terms': label } = JSON.parse(read('shared/texts/en/accounts.json'));
  expect(label).toBe('I acknowledge having read and understood the terms and I accept them');
});
