import { createPicturePreload, type PicturePreload } from '#client/ui/Picture.tsx';
import type { PictureData } from '#client/ui/picture-data.ts';
import { type Capacity, toCentilitres } from '#shared/catalogue/capacity.ts';
import type { Award, Product, ProductKind, ProductRating } from '#shared/catalogue/catalogue-contract.ts';
import { type PriceView, toPriceView } from '#shared/catalogue/price-view.ts';
import { isDrinkKind } from '#shared/catalogue/product-enums.ts';
import { buildProductPath } from '#shared/catalogue/product-path.ts';
import { getVariantQuantityStep } from '#shared/catalogue/quantity-step.ts';

/** A variant whose stock the estate manages, with its stock and its quantity step. */
export interface ManagedVariantStock {
  id: number;
  quantity: number;
  /** Missing if the variant is sold by the unit. */
  step?: number;
}

/** The fields of a product that its card only shows. */
export interface ShownProduct {
  href: string;
  name: string;
  appellation: string;
  /** Vintages of the product, newest first. */
  years: readonly number[];
  /** Bottle sizes in centilitres, smallest first; empty for a box or a voucher. */
  capacities: readonly number[];
  /** Picture without a text alternative, because the product's name is beside the picture. */
  picture: Pick<PictureData, 'url' | 'width' | 'height'> | null;
  price: PriceView;
  /** Quantity step of the variant with the shown price; missing if the variant is sold by the unit. */
  step?: number;
  /** True if other variants cost more than the shown price. */
  hasSeveralPrices: boolean;
  award?: string;
  /** The average rating; missing if the product has no reviews. */
  rating?: ProductRating;
}

export interface ProductCardView {
  id: number;
  kind: ProductKind;
  /** True if the product has several variants to choose from. */
  hasChoice: boolean;
  /**
   * The stock of each variant. It is empty if the estate does not manage the stock of every variant, and the product is
   * then always available.
   */
  stock: readonly ManagedVariantStock[];
  /** Missing on the first page in the browser, because the server's document shows it already. */
  shown?: ShownProduct;
}

const listManagedStockOfProduct = (product: Product): ManagedVariantStock[] =>
  product.declination
    .filter(({ setQuantity }) => setQuantity)
    .map((variant) => {
      const step = getVariantQuantityStep(product, variant);
      return { id: variant.id, quantity: variant.quantity, ...(step > 1 && { step }) };
    });

const distinct = (values: readonly number[]): number[] => [...new Set(values)];
const capacitiesOf = (variants: readonly Capacity[]): number[] =>
  distinct(variants.map(toCentilitres)).sort((a, b) => a - b);

const medalRank: Record<Award['medal'], number> = { gold: 0, silver: 1, bronze: 2, other: 3 };

/** Sorts awards by medal, and awards with the same medal by year, newest first. */
export const compareAwards = (a: Award, b: Award): number => medalRank[a.medal] - medalRank[b.medal] || b.year - a.year;

interface CardsOfSite {
  bestAwards: ReadonlyMap<number, Award>;
  cards: WeakMap<Product, ProductCardView>;
  /** Cards by the list of products in the data cache from which they were created. */
  lists: WeakMap<readonly Product[], readonly ProductCardView[]>;
}

/** Cards by the list of a site's awards, which is the same object on all pages of the site. */
const cardsOfSites = new WeakMap<readonly Award[], CardsOfSite>();

function getCards(awards: readonly Award[]): CardsOfSite {
  const known = cardsOfSites.get(awards);
  if (known) return known;
  const bestAwards = new Map<number, Award>();
  for (const award of awards) {
    const other = bestAwards.get(award.idProduct);
    if (!other || compareAwards(award, other) < 0) bestAwards.set(award.idProduct, award);
  }
  const cards: CardsOfSite = { bestAwards, cards: new WeakMap(), lists: new WeakMap() };
  cardsOfSites.set(awards, cards);
  return cards;
}

/**
 * Creates the card of a product with the price of its cheapest variant. Each product in the data cache has one card
 * object, because in a long list, creating cards and escaping their text in React cost more than the markup around
 * them.
 */
export function toProductCardView(product: Product, awards: readonly Award[]): ProductCardView {
  const { cards, bestAwards } = getCards(awards);
  let card = cards.get(product);
  if (!card) {
    card = createCard(product, bestAwards.get(product.id));
    cards.set(product, card);
  }
  return card;
}

/**
 * Creates the cards of a list of products. Each list in the data cache has one array of cards, which later pages reuse.
 */
export function toProductCardViews(products: readonly Product[], awards: readonly Award[]): readonly ProductCardView[] {
  const { lists } = getCards(awards);
  let views = lists.get(products);
  if (!views) {
    views = products.map((product) => toProductCardView(product, awards));
    lists.set(products, views);
  }
  return views;
}

/** Width in CSS pixels of the picture on a card. */
export const cardPictureSize = (kind: ProductKind): number => (isDrinkKind(kind) ? 112 : 224);

/** Describes the picture of the first card of a page for the page's head. */
export const createCardPreload = (card: ProductCardView | undefined): PicturePreload | undefined =>
  card?.shown?.picture
    ? createPicturePreload({ ...card.shown.picture, alt: '', tint: '' }, cardPictureSize(card.kind))
    : undefined;

function createCard(product: Product, award: Award | undefined): ProductCardView {
  const prices = product.declination.map((variant) => toPriceView(product, variant));
  const cheapest = prices.reduce((lowest, price) => (price.now < lowest.now ? price : lowest));
  const cheapestVariant = product.declination[prices.indexOf(cheapest)];
  const step = cheapestVariant ? getVariantQuantityStep(product, cheapestVariant) : 1;
  const years = distinct(product.declination.flatMap(({ year }) => (year === null ? [] : [year])));
  const image = product.image ?? product.declination.find((variant) => variant.image)?.image;
  return {
    id: product.id,
    kind: product.kind,
    hasChoice: product.declination.length > 1,
    stock: product.declination.every(({ setQuantity }) => setQuantity) ? listManagedStockOfProduct(product) : [],
    shown: {
      href: buildProductPath({ id: product.id, slug: product.slug, kind: product.kind }),
      name: product.name,
      appellation: product.appellation,
      years: years.sort((a, b) => b - a),
      capacities: isDrinkKind(product.kind) ? capacitiesOf(product.declination) : [],
      picture: image ? { url: image.url, width: image.width, height: image.height } : null,
      price: cheapest,
      ...(step > 1 ? { step } : {}),
      hasSeveralPrices: prices.some((price) => price.now !== cheapest.now),
      ...(product.rating ? { rating: product.rating } : {}),
      ...(award ? { award: `${award.distinction} ${award.year}` } : {}),
    },
  };
}
