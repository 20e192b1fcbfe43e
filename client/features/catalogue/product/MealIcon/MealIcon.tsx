import type { MealIcon as Meal } from '#shared/catalogue/catalogue-contract.ts';
import { mealIconDrawings } from './meal-icon-drawings.ts';

/** Decorative icon of a food. The label beside it names the food. */
export const MealIcon = ({ icon, className }: { icon: Meal['icon']; className?: string }) => (
  <svg className={className} viewBox="0 0 48 48" width="48" height="48" aria-hidden="true" focusable="false">
    <path
      d={mealIconDrawings[icon]}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);
