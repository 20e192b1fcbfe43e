import { centilitres } from '#shared/catalogue/capacity.ts';
import type {
  Award,
  MealIcon,
  NutritionalValues,
  Product,
  ProductDetail,
  ProductKind,
  Variant,
} from '#shared/catalogue/catalogue-contract.ts';
import { productPath } from '#shared/catalogue/product-address.ts';
import { variantStep } from '#shared/catalogue/quantity-step.ts';
import type { ProductCardView } from '../card-view.ts';
import { cardView, compareAwards, type PictureView, type PriceView, pictureView, priceView } from '../card-view.ts';
import {
  type Choice,
  formatChoices,
  pathOfVariant,
  variationChoices,
  variationLabel,
  vintageChoices,
} from '../choice/product-choice.ts';

/** One bottle or box, chosen by its address. */
export interface ChosenView {
  id: number;
  year: number | null;
  /** `null` for a box. */
  centilitres: number | null;
  price: PriceView;
  /** In what step it is sold. */
  step: number;
  /** `null`: not counted, always to be had. */
  stock: { quantity: number; step: number } | null;
  reference: string;
  variation: string;
}

export interface BoxContentView {
  id: number;
  href: string;
  name: string;
  quantity: number;
  year: number | null;
  centilitres: number;
}

export type AwardView = Pick<Award, 'id' | 'name' | 'medal' | 'distinction' | 'year' | 'vintage'>;

/** A product as its page shows it. The description is not part of it: its HTML is in the document and stays there. */
export interface ProductView {
  id: number;
  path: string;
  name: string;
  kind: ProductKind;
  appellation: string;
  summary: string;
  isAlcohol: boolean;
  chosen: ChosenView;
  vintages: Choice[];
  formats: Choice[];
  variations: (Choice & { label: string })[];
  pictures: PictureView[];
  videos: { url: string; title: string }[];
  contents: BoxContentView[];
  awards: AwardView[];
  tasting: ProductDetail['tasting'];
  facts: ProductDetail['facts'];
  alcohol: number | null;
  nutrition: NutritionalValues | null;
  ingredients: string;
  allergens: string;
  mealIcons: Pick<MealIcon, 'icon' | 'label'>[];
  recommended: ProductCardView[];
}

function chosenView(product: ProductDetail, declination: Variant): ChosenView {
  return {
    id: declination.id,
    year: declination.year,
    centilitres: product.type.type === 'BOX' ? null : centilitres(declination),
    price: priceView(product, declination),
    step: variantStep(product, declination),
    stock: declination.setQuantity ? { quantity: declination.quantity, step: variantStep(product, declination) } : null,
    reference: declination.reference || (product.reference ?? ''),
    variation: variationLabel(declination),
  };
}

/** The chosen bottle's own picture first, then the product's, none twice. */
function picturesOf(product: ProductDetail, chosen: Variant): PictureView[] {
  const images = [chosen.image, product.image, ...product.images].filter((image) => image !== null);
  // Where the chosen bottle has a picture of its own, that of another bottle would only mislead as the next one.
  const others = new Set(product.declination.flatMap(({ id, image }) => (image && id !== chosen.id ? [image.id] : [])));
  return images
    .filter((image, index) => images.findIndex(({ id }) => id === image.id) === index)
    .filter(({ id }) => id === chosen.image?.id || !chosen.image || !others.has(id))
    .map(pictureView);
}

const contentsOf = (product: ProductDetail): BoxContentView[] =>
  product.products.map((content) => ({
    id: content.idDeclination,
    href: productPath({ id: content.idProduct, slug: content.slug, kind: content.kind }),
    name: content.name,
    quantity: content.quantity,
    year: content.year,
    centilitres: centilitres(content),
  }));

/** Awards of the vintage chosen, and those that name none, the best first. */
const awardsOf = (awards: readonly Award[], { year }: Variant): AwardView[] =>
  awards
    .filter(({ vintage }) => vintage === null || year === null || vintage === year)
    .sort(compareAwards)
    .map(({ id, name, medal, distinction, year, vintage }) => ({ id, name, medal, distinction, year, vintage }));

export interface RelatedData {
  awards: readonly Award[];
  recommended: readonly Product[];
}

export function productView(product: ProductDetail, declination: Variant, around: RelatedData): ProductView {
  const { awards, recommended } = around;
  return {
    id: product.id,
    path: pathOfVariant(product, declination),
    name: product.name,
    kind: product.kind,
    appellation: product.appellation,
    summary: product.summary,
    isAlcohol: product.isAlcohol,
    chosen: chosenView(product, declination),
    vintages: vintageChoices(product, declination),
    formats: product.type.type === 'BOX' ? [] : formatChoices(product, declination),
    variations: variationChoices(product, declination),
    pictures: picturesOf(product, declination),
    videos: product.videos,
    contents: contentsOf(product),
    awards: awardsOf(
      awards.filter(({ idProduct }) => idProduct === product.id),
      declination,
    ),
    tasting: product.tasting,
    facts: product.facts,
    alcohol: product.alcohol,
    nutrition: product.nutrition,
    ingredients: product.ingredients,
    allergens: product.allergens,
    mealIcons: product.mealIcons.map(({ icon, label }) => ({ icon, label })),
    recommended: recommended.filter(({ id }) => id !== product.id).map((other) => cardView(other, awards)),
  };
}
