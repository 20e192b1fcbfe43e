import { useTexts } from '#client/core/app-context.tsx';
import { MealIcon } from '../MealIcon/MealIcon.tsx';
import type { LabelsById } from '../meal-icon-and-variation-labels.ts';
import type { ProductView } from '../product-view.ts';
import css from './ProductDetails.module.css';

interface PairingsProps {
  meals: ProductView['mealIcons'];
  /** Current labels by meal icon id, which replace the labels in the cached page. */
  labels: LabelsById;
}

export function Pairings({ meals, labels }: PairingsProps) {
  const { t } = useTexts();
  if (meals.length === 0) return null;
  return (
    <section>
      <h2>{t('product.pairings')}</h2>
      <ul className={css.meals}>
        {meals.map(({ id, icon, label }) => (
          <li key={id}>
            <MealIcon icon={icon} />
            {labels.get(id) ?? label}
          </li>
        ))}
      </ul>
    </section>
  );
}
