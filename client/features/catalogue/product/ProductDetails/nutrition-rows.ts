import type { NutritionalValues } from '#shared/catalogue/catalogue-contract.ts';
import type { Texts } from '#shared/texts.ts';

export interface NutritionRow {
  label: string;
  value: string;
  /** Part of the row above it ("of which …"). */
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
    return t('catalogue.nutrition.energy-value', { kj: number(energyKj), kcal: number(energyKcal) });
  }
  if (energyKj !== null) return t('catalogue.nutrition.kj', { kj: number(energyKj) });
  return energyKcal === null ? null : t('catalogue.nutrition.kcal', { kcal: number(energyKcal) });
}

/** The declared values in the order of regulation (EU) 1169/2011, annex XV; what is not declared is left out. */
export function nutritionRows(values: NutritionalValues, texts: Texts): NutritionRow[] {
  const { t, number } = texts;
  const rows: NutritionRow[] = [];
  const kilo = energy(values, texts);
  if (kilo !== null) rows.push({ label: t('catalogue.nutrition.energy'), value: kilo, isSubRow: false });
  for (const [field, key, part] of nutrients) {
    const grams = values[field];
    if (grams === null) continue;
    const value = t('catalogue.nutrition.grams', { grams: number(grams) });
    rows.push({ label: t(`catalogue.nutrition.${key}`), value, isSubRow });
  }
  return rows;
}
