import { expect, it } from 'vitest';
import { findIbanInText } from '#shared/payments/find-iban-in-text.ts';

it.each([
  [
    'in a sentence',
    'à Domaine, IBAN FR76 3000 6000 0112 3456 7890 189, BIC AGRIFRPP',
    'FR76 3000 6000 0112 3456 7890 189',
  ],
  ['without spaces', 'IBAN FR7630006000011234567890189.', 'FR76 3000 6000 0112 3456 7890 189'],
  ['with no-break spaces', 'BE68\u00a05390\u00a00754\u00a07034', 'BE68 5390 0754 7034'],
  ['before a BIC without a comma', 'BE68 5390 0754 7034 BIC GKCCBEBB', 'BE68 5390 0754 7034'],
  ['with a bank of letters', 'GB29 NWBK 6016 1331 9268 19', 'GB29 NWBK 6016 1331 9268 19'],
  ['of the shortest length', 'NO93 8601 1117 947', 'NO93 8601 1117 947'],
])('findIbanInText finds an IBAN %s', (_, text, iban) => expect(findIbanInText(text)).toBe(iban));

it.each([
  ['an empty text', ''],
  ['a telephone number', 'Appelez le 05 45 00 00 00'],
  ['an order number', 'Commande CE20 2600 042'],
])('findIbanInText finds no IBAN in %s', (_, text) => expect(findIbanInText(text)).toBeNull());
