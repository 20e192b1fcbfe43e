import { type Capacity, centilitres } from '#shared/catalogue/capacity.ts';
import type { Award, Product, ProductKind, Variant } from '#shared/catalogue/catalogue-contract.ts';
import { pricePerLitre } from '#shared/catalogue/price-per-litre.ts';
import { productPath } from '#shared/catalogue/product-address.ts';
import { variantStep } from '#shared/catalogue/quantity-step.ts';
import { discountOf, unitPrice } from '#shared/catalogue/unit-price.ts';
import type { Image } from '#shared/media/image.ts';
import { type Cents, eurosToCents } from '#shared/money.ts';

/** What a component needs of a picture. */
export type PictureView = Pick<Image, 'url' | 'alt' | 'width' | 'height' | 'tint'>;

/** Prices in cents with VAT. `before` and `lowest` only where a reduction is announced. */
export interface PriceView {
  now: Cents;
  before?: Cents;
  /** The lowest price of the 30 days before the reduction. */
  lowest?: Cents;
  /** Percent taken off, where the reduction is one. */
  percent?: number;
  perLitre?: Cents;
}

/** What is left of a declination of which the stock is counted, and in what step it is sold. */
export interface TrackedStock {
  id: number;
  quantity: number;
  step: number;
}

/** A product as a card shows it: nothing that the card does not read, since it travels to the browser with the page. */
export interface ProductCardView {
  id: number;
  href: string;
  name: string;
  kind: ProductKind;
  appellation: string;
  /** Newest first. */
  years: number[];
  /** Centilitres, smallest first; empty for a box. */
  capacities: number[];
  /** Without words: the name beside it says the same. */
  picture: Pick<PictureView, 'url' | 'width' | 'height'> | null;
  price: PriceView;
  /** Whether there are several formats or vintages to choose from. */
  hasChoice: boolean;
  /** Whether other formats or vintages cost more. */
  hasSeveralPrices: boolean;
  /** Empty where one of the declinations is not counted: then it is always to be had. */
  stock: TrackedStock[];
  /** Its best award, in words. */
  award?: string;
}

export const pictureView = (image: Image): PictureView => ({
  url: image.url,
  alt: image.alt,
  width: image.width,
  height: image.height,
  tint: image.tint,
});

/** The price of a declination after its reduction. A box has no volume of its own, so no price per litre. */
export function priceView(product: Pick<Product, 'discount' | 'type'>, declination: Variant): PriceView {
  const full = eurosToCents(declination.price);
  const discount = discountOf(declination.discount, product.discount);
  const now = unitPrice(full, discount);
  const view: PriceView = { now };
  const litre = product.type.type === 'BOX' ? null : pricePerLitre(now, declination);
  if (litre !== null) view.perLitre = litre;
  if (now >= full) return view;
  view.before = full;
  if (declination.lowestPrice !== null) view.lowest = eurosToCents(declination.lowestPrice);
  if (discount?.type === 'PERCENTAGE') view.percent = discount.amount;
  return view;
}

export const stockView = (product: Product): TrackedStock[] =>
  product.declination
    .filter(({ setQuantity }) => setQuantity)
    .map((declination) => ({
      id: declination.id,
      quantity: declination.quantity,
      step: variantStep(product, declination),
    }));

const distinct = (values: readonly number[]): number[] => [...new Set(values)];
const capacitiesOf = (declinations: readonly Capacity[]): number[] =>
  distinct(declinations.map(centilitres)).sort((one, other) => one - other);

const medalRank: Record<Award['medal'], number> = { gold: 0, silver: 1, bronze: 2, other: 3 };

/** The award to show first: by medal, then the most recent. */
export const compareAwards = (one: Award, other: Award): number =>
  medalRank[one.medal] - medalRank[other.medal] || other.year - one.year;

/** The card of a product: the price is that of the cheapest declination after reductions. */
export function cardView(product: Product, awards: readonly Award[]): ProductCardView {
  const prices = product.declination.map((declination) => priceView(product, declination));
  const cheapest = prices.reduce((least, price) => (price.now < least.now ? price : least));
  const years = distinct(product.declination.flatMap(({ year }) => (year === null ? [] : [year])));
  const image = product.image ?? product.declination.find((declination) => declination.image)?.image;
  const award = awards.filter(({ idProduct }) => idProduct === product.id).sort(compareAwards)[0];
  return {
    id: product.id,
    href: productPath({ id: product.id, slug: product.slug, kind: product.kind }),
    name: product.name,
    kind: product.kind,
    appellation: product.appellation,
    years: years.sort((one, other) => other - one),
    capacities: product.type.type === 'BOX' ? [] : capacitiesOf(product.declination),
    picture: image ? { url: image.url, width: image.width, height: image.height } : null,
    price: cheapest,
    hasChoice: product.declination.length > 1,
    hasSeveralPrices: prices.some((price) => price.now !== cheapest.now),
    stock: product.declination.every(({ setQuantity }) => setQuantity) ? stockView(product) : [],
    ...(award ? { award: `${award.distinction} ${award.year}` } : {}),
  };
}
