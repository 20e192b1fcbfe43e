import type { NutritionalValues } from '#shared/catalogue/catalogue-contract.ts';
import type { Texts } from '#shared/texts.ts';

export interface NutritionRow {
  label: string;
  value: string;
  /** True for a component of the row above, such as "of which sugars". */
  isSubRow: boolean;
}

const nutrients = [
  ['fat', 'fat', false],
  ['saturatedFat', 'saturated', true],
  ['carbohydrate', 'carbohydrate', false],
  ['sugars', 'sugars', true],
  ['protein', 'protein', false],
  ['salt', 'salt', false],
] as const;

function energy({ energyKj, energyKcal }: NutritionalValues, { t, number }: Texts): string | null {
  if (energyKj !== null && energyKcal !== null) {
    return t('product.nutrition.energy-value', { kj: number(energyKj), kcal: number(energyKcal) });
  }
  if (energyKj !== null) return t('product.nutrition.kj', { kj: number(energyKj) });
  return energyKcal === null ? null : t('product.nutrition.kcal', { kcal: number(energyKcal) });
}

/** Creates a row for each declared nutritional value, in the order of regulation (EU) 1169/2011, annex XV. */
export function createNutritionRows(values: NutritionalValues, texts: Texts): NutritionRow[] {
  const { t, number } = texts;
  const rows: NutritionRow[] = [];
  const energyValue = energy(values, texts);
  if (energyValue !== null) rows.push({ label: t('product.nutrition.energy'), value: energyValue, isSubRow: false });
  for (const [field, key, isSubRow] of nutrients) {
    const grams = values[field];
    if (grams === null) continue;
    const value = t('product.nutrition.grams', { grams: number(grams) });
    rows.push({ label: t(`product.nutrition.${key}`), value, isSubRow });
  }
  return rows;
}
