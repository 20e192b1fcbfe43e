import { useTexts } from '#client/core/app-context.tsx';
import { MealIcon } from '../MealIcon/MealIcon.tsx';
import type { ProductView } from '../product-view.ts';
import css from './ProductDetails.module.css';

export function Pairings({ meals }: { meals: ProductView['mealIcons'] }) {
  const { t } = useTexts();
  if (meals.length === 0) return null;
  return (
    <section>
      <h2>{t('product.pairings')}</h2>
      <ul className={css.meals}>
        {meals.map(({ icon, label }) => (
          <li key={`${icon} ${label}`}>
            <MealIcon icon={icon} />
            {label}
          </li>
        ))}
      </ul>
    </section>
  );
}
