import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createFileSchema, type FileEntry } from '#server/api/resources/item-file.ts';
import { ELabelInput, eLabelResourceSpec, ingredientCodes } from '#shared/labels/e-label-input.ts';
import { eLabelLanguages, getELabelTerms } from '#shared/labels/e-label-languages.ts';
import { nameIngredients, renderELabel } from '#shared/labels/render-e-label.ts';

const label = ELabelInput.parse({
  id: 7,
  name: { fr_FR: 'Rouge <« Tradition »>', en: 'Red “Tradition”' },
  kind: 'red',
  vintage: 2023,
  alcohol: 12.5,
  ingredients: ['grapes', 'tartaricAcid', 'sulphites'],
  nutrition: {
    energyKj: 306,
    energyKcal: 74,
    fat: 0,
    saturatedFat: 0,
    carbohydrate: 1.1,
    sugars: 0.1,
    protein: 0.1,
    salt: 0.01,
  },
});
const render = (language: (typeof eLabelLanguages)[number]) => renderELabel({ label, language, siteLang: 'fr_FR' });

describe('vocabulary of electronic labels', () => {
  test('covers the 24 official languages of the European Union', () => {
    const official = 'bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv';
    expect(eLabelLanguages).toEqual(official.split(' '));
  });

  test.each(eLabelLanguages)('has every term in %s and names every ingredient differently', (language) => {
    const terms = getELabelTerms(language);
    expect(Object.keys(terms)).toEqual(Object.keys(getELabelTerms('en')));
    expect(Object.values(terms).filter((term) => term.trim() === '')).toEqual([]);
    const names = nameIngredients(ingredientCodes, terms).map(({ className, name }) => `${className} ${name}`);
    expect(new Set(names).size).toBe(ingredientCodes.length);
  });
});

describe('renderELabel', () => {
  test('emphasises allergens and names additives by class and E number', () => {
    expect(render('fr')).toContain(
      'raisins, correcteur d’acidité (E\u00a0334), conservateur (<strong>sulfites</strong>)',
    );
    expect(render('de')).toContain(
      'Trauben, Säureregulator (E\u00a0334), Konservierungsstoff (<strong>Sulfite</strong>)',
    );
  });

  test('replaces packaging gases by the indication of a protective atmosphere', () => {
    const bottled = { ...label, ingredients: ['grapes', 'protectiveAtmosphere'] as const };
    expect(
      renderELabel({ label: { ...bottled, ingredients: [...bottled.ingredients] }, language: 'fr', siteLang: 'en' }),
    ).toContain('raisins, mis en bouteille sous atmosphère protectrice');
  });

  test('gives the full nutrition declaration per 100 ml with the numbers of the language', () => {
    const text = render('fr').replaceAll('&nbsp;', ' ');
    for (const part of ['pour 100 ml', '306 kJ / 74 kcal', 'dont sucres', '1,1 g', '0,01 g', '12,5 % vol'])
      expect(text).toContain(part);
    expect(render('en')).toContain('1.1&nbsp;g');
  });

  test('escapes the name and uses the default language of the site for languages without one', () => {
    expect(render('en')).toContain('<h1>Red “Tradition” 2023</h1>');
    expect(render('it')).toContain('<h1>Rouge &lt;« Tradition »&gt; 2023</h1>');
  });

  test('has in a preview the nonce of its style, and no links to the stored label', () => {
    const preview = renderELabel({ label, language: 'fr', siteLang: 'fr_FR', previewNonce: 'abc"' });
    expect(preview).toContain('<style nonce="abc&quot;">');
    expect(preview).not.toContain('href=');
    expect(preview.replace(' nonce="abc&quot;"', '')).toBe(render('fr').replace(/<nav.*<\/nav>/, ''));
  });

  test.each(eLabelLanguages)('has no script, image, form or link beyond the label in %s', (language) => {
    const html = render(language);
    expect(html).not.toMatch(/<(script|img|link|form|iframe|svg)\b/);
    const targets = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
    expect(targets).toEqual(eLabelLanguages.map((other) => `/e/7/${other}`));
    expect(html).toContain('<meta name="robots" content="noindex">');
  });
});

/**
 * Computes the energy by the conversion factors of regulation (EU) 1169/2011, annex XIV. A litre of ethanol weighs 789
 * g. Organic acids and polyols, which are not declared, explain small differences.
 */
function computeEnergy({ alcohol, nutrition }: Pick<ELabelInput, 'alcohol' | 'nutrition'>) {
  const { fat, carbohydrate, protein } = nutrition;
  const ethanol = alcohol * 0.789;
  return {
    kcal: ethanol * 7 + fat * 9 + carbohydrate * 4 + protein * 4,
    kj: ethanol * 29 + fat * 37 + carbohydrate * 17 + protein * 17,
  };
}

interface ProductFile {
  name: unknown;
  type: string;
  kind: string;
  declinations: { year?: number | null }[];
}

describe.each(['domaine-des-chenes', 'willow-hill'])('labels of %s', async (site) => {
  const read = async (file: string): Promise<unknown> =>
    JSON.parse(await readFile(`sites/${site}/content/${file}`, 'utf8'));
  const labels = createFileSchema(eLabelResourceSpec).parse(await read('e-labels.json')) as FileEntry<ELabelInput>[];

  test.each(labels.map((each) => [each.id, each] as const))('label %i states the energy of its parts', (_, each) => {
    const { kcal, kj } = computeEnergy(each);
    expect(Math.abs(each.nutrition.energyKcal - kcal)).toBeLessThanOrEqual(2);
    expect(Math.abs(each.nutrition.energyKj - kj)).toBeLessThanOrEqual(4);
    expect(each.nutrition.sugars).toBeLessThanOrEqual(each.nutrition.carbohydrate);
    expect(each.nutrition.saturatedFat).toBeLessThanOrEqual(each.nutrition.fat);
  });

  test('exist for every wine and vintage that needs one', async () => {
    const { globSync } = await import('node:fs');
    const files = globSync(`sites/${site}/content/products/*.json`);
    const products = await Promise.all(
      files.map((file) => readFile(file, 'utf8').then(JSON.parse as (text: string) => ProductFile)),
    );
    const keyOf = (name: unknown, year: number | null | undefined) => JSON.stringify([name, year ?? null]);
    const known = new Set(labels.map(({ name, vintage }) => keyOf(name, vintage)));
    const missing = products
      .filter(({ kind }) => ['white', 'rose', 'red', 'sparkling', 'pineau'].includes(kind))
      .flatMap(({ name, declinations }) => declinations.map(({ year }) => keyOf(name, year)))
      .filter((key) => !known.has(key));
    expect(missing).toEqual([]);
  });
});
