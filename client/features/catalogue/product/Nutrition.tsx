import { useTexts } from '#client/core/app-context.tsx';
import type { NutritionalValues } from '#shared/catalogue/catalogue-contract.ts';
import type { Texts } from '#shared/texts.ts';
import css from './ProductDetails.module.css';
import type { ProductView } from './product-view.ts';

interface NutritionRow {
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

/** Disclosure with nutritional values, ingredients and allergens (docs/rules.md, "Nutrition and ingredients"). */
export function Nutrition({ product: { nutrition, ingredients, allergens } }: { product: ProductView }) {
  const texts = useTexts();
  const { t } = texts;
  const rows = nutrition ? createNutritionRows(nutrition, texts) : [];
  if (rows.length === 0 && !ingredients && !allergens) return null;
  return (
    <details className={css.nutrition}>
      <summary>
        <h2>{t('product.nutrition')}</h2>
      </summary>
      {rows.length > 0 && (
        <table>
          <caption>{t('product.nutrition.per')}</caption>
          <tbody>
            {rows.map(({ label, value, isSubRow }) => (
              <tr key={label} data-part={isSubRow || undefined}>
                <th scope="row">{label}</th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <dl>
        {ingredients && (
          <div>
            <dt>{t('product.nutrition.ingredients')}</dt>
            <dd>{ingredients}</dd>
          </div>
        )}
        {allergens && (
          <div>
            <dt>{t('product.nutrition.allergens')}</dt>
            <dd>{allergens}</dd>
          </div>
        )}
      </dl>
    </details>
  );
}
