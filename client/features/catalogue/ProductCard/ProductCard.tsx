import { useContext } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { Stars } from '#client/core/Stars.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import type { ProductKind, ProductRating } from '#shared/catalogue/catalogue-contract.ts';
import { isDrinkKind } from '#shared/catalogue/product-enums.ts';
import { formatVolume } from '../format-label.ts';
import { ProductPrice } from '../ProductPrice/ProductPrice.tsx';
import { cardPictureSize, type ProductCardView, type ShownProduct } from '../product-card-view.ts';
import { ProductCardActionContext } from '../purchase-contexts.ts';
import { StockNote } from '../StockNote/StockNote.tsx';
import { getExclusiveLowStockLimit, type StockQuantities, summariseStock } from '../stock-summary.ts';
import { UnbrokenProductName } from '../UnbrokenProductName.tsx';
import { BottleOutline } from './BottleOutline.tsx';
import css from './ProductCard.module.css';
import { scaleBottleHeight } from './scale-bottle-height.ts';

/** The parts of a card that the server has rendered, and that never change. */
export interface RenderedCard {
  name: string;
  picture: { __html: string };
  words: { __html: string };
  price: { __html: string };
}

/** Reads the parts of the server's cards, whose products are not part of the hydration data. */
export const readRenderedCards = (list: Element): RenderedCard[] =>
  [...list.querySelectorAll(`.${css.card}`)].map((card) => {
    const htmlOf = (part: string) => ({ __html: card.querySelector(part)?.innerHTML ?? '' });
    return {
      name: card.querySelector('a')?.textContent ?? '',
      picture: htmlOf(`.${css.pictureArea}`),
      words: htmlOf(`.${css.words}`),
      price: htmlOf(`.${css.terms} > div`),
    };
  });

interface ProductCardProps {
  card: ProductCardView;
  heading?: 'h2' | 'h3';
  /** Loads the picture eagerly, because it is visible without scrolling. */
  hasPriority?: boolean;
  /** Current stock by variant id; empty until it has loaded. The stock in `card` then applies. */
  quantities?: StockQuantities;
  /** The parts of the server's document, for a card without `shown`. */
  rendered?: RenderedCard | undefined;
}

/** Card of a product in a list. The link to the product's page covers the card except for the add-to-cart button. */
export function ProductCard({ card, heading = 'h2', hasPriority = false, quantities, rendered }: ProductCardProps) {
  const { parameters } = useSiteShell();
  const CardAction = useContext(ProductCardActionContext);
  const stock = summariseStock(card.stock, getExclusiveLowStockLimit(parameters), quantities);
  const { shown } = card;
  const name = shown?.name ?? rendered?.name ?? '';
  return (
    <article className={css.card} data-out={stock.level === 'out' || undefined}>
      {shown ? (
        <>
          <div className={css.pictureArea}>
            <CardPicture picture={shown.picture} kind={card.kind} hasPriority={hasPriority} />
          </div>
          <Words shown={shown} heading={heading} />
        </>
      ) : (
        <>
          <ServerPart className={css.pictureArea} html={rendered?.picture} />
          <ServerPart className={css.words} html={rendered?.words} />
        </>
      )}
      <div className={css.terms}>
        {shown ? (
          <div>
            <ProductPrice price={shown.price} isStartingPrice={shown.hasSeveralPrices} step={shown.step} />
          </div>
        ) : (
          <ServerPart html={rendered?.price} />
        )}
        <StockNote stock={stock} unit={card.kind === 'box' ? 'box' : 'bottle'} />
        {CardAction && stock.level !== 'out' && <CardAction id={card.id} name={name} hasChoice={card.hasChoice} />}
      </div>
    </article>
  );
}

/** Keeps what the server has rendered. `html` is the same object in each render, so that React never writes it again. */
const ServerPart = ({ className, html }: { className?: string | undefined; html: { __html: string } | undefined }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML is React's own output, read from the document
  <div className={className} suppressHydrationWarning dangerouslySetInnerHTML={html} />
);

function Words({ shown, heading: Heading }: { shown: ShownProduct; heading: 'h2' | 'h3' }) {
  return (
    <div className={css.words}>
      <Heading className={css.name}>
        <a href={shown.href}>
          <UnbrokenProductName name={shown.name} />
        </a>
      </Heading>
      <Facts shown={shown} />
      {shown.award && <p className={css.award}>{shown.award}</p>}
      {shown.rating && <Rating rating={shown.rating} />}
    </div>
  );
}

interface CardPictureProps {
  picture: ShownProduct['picture'];
  kind: ProductKind;
  hasPriority: boolean;
}

function CardPicture({ picture, kind, hasPriority }: CardPictureProps) {
  if (!picture) {
    return (
      <div className={css.bottle} data-height={80}>
        <BottleOutline />
      </div>
    );
  }
  return (
    <div className={css.bottle} data-height={isDrinkKind(kind) ? scaleBottleHeight(picture.height) : 'box'}>
      <Picture image={{ ...picture, alt: '', tint: '' }} sizes={cardPictureSize(kind)} hasPriority={hasPriority} />
    </div>
  );
}

function Facts({ shown: { appellation, years, capacities } }: { shown: ShownProduct }) {
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
