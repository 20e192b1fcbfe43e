import { useId, useState } from 'react';
import { useSiteShell } from '#client/core/app-context.tsx';
import { ProductCard, readRenderedCards } from '../ProductCard/ProductCard.tsx';
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
  const id = useId();
  const [rendered] = useState(() => {
    const list = import.meta.env.SSR || cards.every(({ shown }) => shown) ? null : document.getElementById(id);
    return list ? readRenderedCards(list) : [];
  });
  const quantities = useStockQuantities(cards.flatMap(({ stock }) => stock.map(({ id }) => id)));
  return (
    <ul
      id={id}
      className={css.cards}
      data-display={display}
      data-ratio={parameters.PRODUCT_ASPECT_RATIO}
      data-ground={parameters.PRODUCTS_PAGE_STYLE}
    >
      {cards.map((card, index) => (
        // A card of the server's document is another element than the same card of a later navigation.
        <li key={card.shown ? card.id : -card.id}>
          <ProductCard
            card={card}
            heading={heading}
            hasPriority={index < priorityCount}
            quantities={quantities}
            rendered={rendered[index]}
          />
        </li>
      ))}
    </ul>
  );
}
