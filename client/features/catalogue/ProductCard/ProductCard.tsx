import { useContext } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { Stars } from '#client/core/Stars.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import type { ProductRating } from '#shared/catalogue/catalogue-contract.ts';
import { isDrinkKind } from '#shared/catalogue/product-enums.ts';
import { formatVolume } from '../format-label.ts';
import { ProductPrice } from '../ProductPrice/ProductPrice.tsx';
import { cardPictureSize, type ProductCardView } from '../product-card-view.ts';
import { ProductCardActionContext } from '../purchase-contexts.ts';
import { StockNote } from '../StockNote/StockNote.tsx';
import { getExclusiveLowStockLimit, type StockQuantities, summariseStock } from '../stock-summary.ts';
import { UnbrokenProductName } from '../UnbrokenProductName.tsx';
import { BottleOutline } from './BottleOutline.tsx';
import css from './ProductCard.module.css';
import { scaleBottleHeight } from './scale-bottle-height.ts';

interface ProductCardProps {
  card: ProductCardView;
  heading?: 'h2' | 'h3';
  /** Loads the picture eagerly, because it is visible without scrolling. */
  hasPriority?: boolean;
  /** Current stock by variant id; empty until it has loaded. The stock in `card` then applies. */
  quantities?: StockQuantities;
}

/** Card of a product in a list. The link to the product's page covers the card except for the add-to-cart button. */
export function ProductCard({ card, heading: Heading = 'h2', hasPriority = false, quantities }: ProductCardProps) {
  const { parameters } = useSiteShell();
  const CardAction = useContext(ProductCardActionContext);
  const stock = summariseStock(card.stock, getExclusiveLowStockLimit(parameters), quantities);
  return (
    <article className={css.card} data-out={stock.level === 'out' || undefined}>
      <div className={css.pictureArea}>
        <CardPicture card={card} hasPriority={hasPriority} />
      </div>
      <div className={css.words}>
        <Heading className={css.name}>
          <a href={card.href}>
            <UnbrokenProductName name={card.name} />
          </a>
        </Heading>
        <Facts card={card} />
        {card.award && <Award label={card.award} />}
        {card.rating && <Rating rating={card.rating} />}
      </div>
      <div className={css.terms}>
        <ProductPrice price={card.price} isStartingPrice={card.hasSeveralPrices} step={card.step} />
        <StockNote stock={stock} unit={card.kind === 'box' ? 'box' : 'bottle'} />
        {CardAction && stock.level !== 'out' && <CardAction id={card.id} name={card.name} hasChoice={card.hasChoice} />}
      </div>
    </article>
  );
}

function CardPicture({ card: { picture, kind }, hasPriority }: { card: ProductCardView; hasPriority: boolean }) {
  if (!picture) {
    return (
      <div className={css.bottle} data-height={80}>
        <BottleOutline />
      </div>
    );
  }
  return (
    <div className={css.bottle} data-height={isDrinkKind(kind) ? scaleBottleHeight(picture.height) : 'box'}>
      <Picture
        className={css.picture}
        image={{ ...picture, alt: '', tint: '' }}
        sizes={cardPictureSize(kind)}
        hasPriority={hasPriority}
      />
    </div>
  );
}

function Facts({ card: { appellation, years, capacities } }: { card: ProductCardView }) {
  const texts = useTexts();
  const formats = capacities.map((capacity) => formatVolume(capacity, texts));
  const bottles = [years.join(', '), formats.join(', ')].filter(Boolean);
  return (
    <div className={css.facts}>
      {appellation && <p>{appellation}</p>}
      {bottles.length > 0 && <p>{bottles.join(' · ')}</p>}
    </div>
  );
}

function Rating({ rating: { average, count, isFictional } }: { rating: ProductRating }) {
  const { t } = useTexts();
  return (
    <p className={css.rating}>
      <Stars rating={average} />
      {isFictional ? t('catalogue.rating.fictional') : t('catalogue.rating.count', { count })}
    </p>
  );
}

const Award = ({ label }: { label: string }) => (
  <p className={css.award}>
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d="M8 10a4.2 4.2 0 1 0 0-8.4A4.2 4.2 0 0 0 8 10ZM5.4 9.3 4.2 15 8 12.9l3.8 2.1-1.2-5.7" />
    </svg>
    {label}
  </p>
);
