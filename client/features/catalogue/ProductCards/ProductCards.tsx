import { useShell } from '#client/core/app-context.tsx';
import type { ProductCardView } from '../card-view.ts';
import { ProductCard } from '../ProductCard/ProductCard.tsx';
import { useQuantities } from '../use-quantities.ts';
import css from './ProductCards.module.css';

interface ProductCardsProps {
  cards: readonly ProductCardView[];
  heading?: 'h2' | 'h3';
  /** How many of the first pictures are seen at once. */
  priorityCount?: number;
  /** PRODUCT_DISPLAY: `LIST` is one below another, anything else side by side. */
  display?: string;
}

/** Products side by side on one ground, with what is left of them at this moment. */
export function ProductCards({ cards, heading = 'h2', priorityCount = 0, display = 'GRID' }: ProductCardsProps) {
  const { parameters } = useShell();
  const quantities = useQuantities(cards.flatMap(({ stock }) => stock.map(({ id }) => id)));
  return (
    <ul
      className={css.shelf}
      data-display={display}
      data-ratio={parameters.PRODUCT_ASPECT_RATIO}
      data-ground={parameters.PRODUCTS_PAGE_STYLE}
    >
      {cards.map((card, index) => (
        <li key={card.id}>
          <ProductCard card={card} heading={heading} hasPriority={index < priorityCount} quantities={quantities} />
        </li>
      ))}
    </ul>
  );
}
