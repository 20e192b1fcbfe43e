import { useTexts } from '#client/core/app-context.tsx';
import type { ProductView } from '../product-view.ts';
import { createNutritionRows } from './create-nutrition-rows.ts';
import css from './ProductDetails.module.css';

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
