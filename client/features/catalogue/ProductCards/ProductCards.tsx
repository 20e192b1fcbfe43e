import { useSiteShell } from '#client/core/app-context.tsx';
import { ProductCard } from '../ProductCard/ProductCard.tsx';
import type { ProductCardView } from '../product-card-view.ts';
import { useStockQuantities } from '../use-stock-quantities.ts';
import css from './ProductCards.module.css';

interface ProductCardsProps {
  cards: readonly ProductCardView[];
  heading?: 'h2' | 'h3';
  /** Number of cards whose pictures are visible without scrolling. */
  priorityCount?: number;
  /** Value of the parameter PRODUCT_DISPLAY: `LIST` is one column, any other value a grid. */
  display?: string;
}

export function ProductCards({ cards, heading = 'h2', priorityCount = 0, display = 'GRID' }: ProductCardsProps) {
  const { parameters } = useSiteShell();
  const quantities = useStockQuantities(cards.flatMap(({ stock }) => stock.map(({ id }) => id)));
  return (
    <ul
      className={css.cards}
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
