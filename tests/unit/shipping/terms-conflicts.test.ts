import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findSiteFolderWarnings } from '#server/import/find-site-folder-warnings.ts';
import { findContradictions } from '#shared/shipping/terms-conflicts.ts';

const shop = {
  rules: { freeFromBottles: 12, freeFromGoods: 15_000, minBottles: 3, maxBottles: 60 },
  carriers: [
    { deliveryTime: { minDays: 2, maxDays: 4 }, rates: [{ deliveryTime: { minDays: 3, maxDays: 7 } }, {}] },
    { deliveryTime: null, rates: [{}] },
  ],
  paymentDays: [7, 12],
};
const inFrench = (text: string) => findContradictions({ fr_FR: { SALE_TERMS: text } }, shop);
const inEnglish = (text: string) => findContradictions({ en: { SHIPPING_MESSAGE: text } }, shop);

describe('findContradictions', () => {
  it.each([
    'Ils sont <b>offerts à partir de 12 bouteilles ou de 150\u00a0€ de produits</b>.',
    'Les expéditions comptent de 3 à 60\u00a0bouteilles.',
    'Sous deux à quatre jours ouvrés, ou trois à sept jours ouvrés en Corse.',
    'Un coffret de 6 bouteilles coûte 45 €. Le retrait est gratuit.',
    'Le port est offert. Un magnum vaut 2 bouteilles.',
    'Faute de paiement sous sept jours ouvrés, douze jours ouvrés pour un chèque, la commande est annulée.',
    'Une commande payée et non retirée sous quinze jours peut être annulée.',
  ])('accepts what the shop does: %s', (text) => expect(inFrench(text)).toEqual([]));

  it.each([
    'Les frais sont offerts à partir de 6 bouteilles.',
    'Livraison offerte dès 12 bouteilles ou 120 € d’achat.',
    'Les expéditions comptent de 6 à 60 bouteilles.',
    'Comptez deux à cinq jours ouvrés.',
    'Comptez 8 à 15 jours ouvrés.',
    'Faute de paiement sous sept jours, la commande est annulée.',
    'La commande impayée au bout de 10 jours ouvrés est annulée.',
  ])('finds the sentence that contradicts the shop: %s', (text) => {
    expect(inFrench(`<p>Nous livrons. ${text} Merci.</p>`)).toEqual([text]);
  });

  it.each([
    ['Delivery is free from 18 bottles.', 1],
    ['Delivery is free from 12 bottles or €150.', 0],
    ['We send 3 to 60 bottles.', 0],
    ['We send 6 to 120 bottles.', 1],
    ['They take eight to fifteen working days.', 1],
    ['An order not paid within seven working days, or 12 working days by cheque, is cancelled.', 0],
    ['An order not paid within seven days is cancelled.', 1],
    ['If no payment has come after ten working days, the order lapses.', 1],
  ])('reads English: %s', (text, count) => expect(inEnglish(text)).toHaveLength(count));

  it('finds nothing where no free delivery is announced and none applies', () => {
    const none = { ...shop, rules: { ...shop.rules, freeFromBottles: 0, freeFromGoods: 0 } };
    expect(findContradictions({ fr_FR: { SALE_TERMS: 'Les frais dépendent du pays.' } }, none)).toEqual([]);
    expect(findContradictions({ fr_FR: { SALE_TERMS: 'Port offert dès 6 bouteilles.' } }, none)).toHaveLength(1);
  });

  it('finds any payment deadline where unpaid orders never lapse', () => {
    const text = 'An unpaid order is cancelled after seven working days.';
    expect(findContradictions({ en: { SALE_TERMS: text } }, { ...shop, paymentDays: [] })).toEqual([text]);
  });
});

describe.each(['domaine-des-chenes', 'willow-hill'])('the terms of %s', (name) => {
  const folder = join(import.meta.dirname, '../../../sites', name);

  it('announce what the shop does', async () => {
    const warnings = await findSiteFolderWarnings(folder);
    expect(warnings.filter(({ reason }) => reason.includes('announces other figures'))).toEqual([]);
  });

  it('name every country that a carrier serves', async () => {
    const carriers: { rates: { zones: string[] }[] }[] = JSON.parse(
      await readFile(join(folder, 'content/carriers.json'), 'utf8'),
    );
    const countries = new Set(carriers.flatMap(({ rates }) => rates.flatMap(({ zones }) => zones)));
    const file = name === 'willow-hill' ? 'sale-terms.fr_FR.md' : 'sale-terms.md';
    const terms = await readFile(join(folder, 'content/legal', file), 'utf8');
    const names = new Intl.DisplayNames('fr', { type: 'region' });
    for (const code of countries) if (code.length === 2) expect(terms).toContain(names.of(code));
  });
});
