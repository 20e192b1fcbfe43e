import { type PictureData, toPictureData } from '#client/ui/picture-data.ts';
import { toCentilitres } from '#shared/catalogue/capacity.ts';
import type {
  Award,
  MealIcon,
  NutritionalValues,
  Product,
  ProductDetail,
  ProductKind,
  Variant,
} from '#shared/catalogue/catalogue-contract.ts';
import type {} from '#shared/catalogue/price-view.ts';
import { type PriceView, toPriceView } from '#shared/catalogue/price-view.ts';
import { isDrinkKind } from '#shared/catalogue/product-enums.ts';
import { buildProductPath } from '#shared/catalogue/product-path.ts';
import { getVariantQuantityStep } from '#shared/catalogue/quantity-step.ts';
import type { ProductCardView } from '../product-card-view.ts';
import { compareAwards, toProductCardView } from '../product-card-view.ts';
import {
  buildShortestVariantHref,
  joinVariationLabels,
  listFormatChoices,
  listVariantChoicesByVariations,
  listVintageChoices,
  type VariantChoice,
  type VariantChoiceByVariations,
} from '../product-choice.ts';

interface ChosenVariantView {
  id: number;
  year: number | null;
  /** Volume of the bottle in centilitres; `null` for a box or a voucher. */
  centilitres: number | null;
  price: PriceView;
  step: number;
  /** Stock and quantity step; `null` if the estate does not manage the stock. */
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

export interface AwardView extends Pick<Award, 'id' | 'name' | 'medal' | 'distinction' | 'year' | 'vintage'> {
  picture: PictureData | null;
}

/**
 * The fields of a product that its page shows. The description is not one of them, because the document already
 * contains its HTML.
 */
export interface ProductView {
  id: number;
  path: string;
  name: string;
  kind: ProductKind;
  appellation: string;
  summary: string;
  isAlcohol: boolean;
  /** True if the product is delivered without shipping fees; false for vouchers, which are sent by email. */
  isShippingFree: boolean;
  chosen: ChosenVariantView;
  vintages: VariantChoice[];
  formats: VariantChoice[];
  variations: VariantChoiceByVariations[];
  pictures: PictureData[];
  videos: { url: string; title: string }[];
  contents: BoxContentView[];
  awards: AwardView[];
  tasting: ProductDetail['tasting'];
  facts: ProductDetail['facts'];
  alcohol: number | null;
  nutrition: NutritionalValues | null;
  ingredients: string;
  allergens: string;
  mealIcons: MealIcon[];
  recommended: ProductCardView[];
}

function chosenView(product: ProductDetail, variant: Variant): ChosenVariantView {
  return {
    id: variant.id,
    year: variant.year,
    centilitres: isDrinkKind(product.kind) ? toCentilitres(variant) : null,
    price: toPriceView(product, variant),
    step: getVariantQuantityStep(product, variant),
    stock: variant.setQuantity ? { quantity: variant.quantity, step: getVariantQuantityStep(product, variant) } : null,
    reference: variant.reference || (product.reference ?? ''),
    variation: joinVariationLabels(variant),
  };
}

/** Lists the pictures of a variant and then those of its product, without duplicates. */
function picturesOf(product: ProductDetail, chosen: Variant): PictureData[] {
  const images = [chosen.image, product.image, ...product.images].filter((image) => image !== null);
  // The pictures of other variants are omitted if the chosen variant has its own, because pictures of another bottle
  // would be misleading.
  const others = new Set(product.declination.flatMap(({ id, image }) => (image && id !== chosen.id ? [image.id] : [])));
  return images
    .filter((image, index) => images.findIndex(({ id }) => id === image.id) === index)
    .filter(({ id }) => id === chosen.image?.id || !chosen.image || !others.has(id))
    .map(toPictureData);
}

const contentsOf = (product: ProductDetail): BoxContentView[] =>
  product.products.map((content) => ({
    id: content.idDeclination,
    href: buildProductPath({ id: content.idProduct, slug: content.slug, kind: content.kind }),
    name: content.name,
    quantity: content.quantity,
    year: content.year,
    centilitres: toCentilitres(content),
  }));

/**
 * Lists the awards of the chosen vintage and those without a vintage, the best first; all awards if the variant has no
 * vintage.
 */
const awardsOf = (awards: readonly Award[], { year }: Variant): AwardView[] =>
  awards
    .filter(({ vintage }) => vintage === null || year === null || vintage === year)
    .sort(compareAwards)
    .map(({ id, name, medal, distinction, year, vintage, image }) => ({
      id,
      name,
      medal,
      distinction,
      year,
      vintage,
      picture: image && toPictureData(image),
    }));

interface ProductContext {
  awards: readonly Award[];
  recommended: readonly Product[];
}

export function toProductView(product: ProductDetail, variant: Variant, related: ProductContext): ProductView {
  const { awards, recommended } = related;
  return {
    id: product.id,
    path: buildShortestVariantHref(product, variant),
    name: product.name,
    kind: product.kind,
    appellation: product.appellation,
    summary: product.summary,
    isAlcohol: product.isAlcohol,
    isShippingFree: !product.hasShippingFees && product.kind !== 'voucher',
    chosen: chosenView(product, variant),
    vintages: listVintageChoices(product, variant),
    formats: isDrinkKind(product.kind) ? listFormatChoices(product, variant) : [],
    variations: listVariantChoicesByVariations(product, variant),
    pictures: picturesOf(product, variant),
    videos: product.videos,
    contents: contentsOf(product),
    awards: awardsOf(
      awards.filter(({ idProduct }) => idProduct === product.id),
      variant,
    ),
    tasting: product.tasting,
    facts: product.facts,
    alcohol: product.alcohol,
    nutrition: product.nutrition,
    ingredients: product.ingredients,
    allergens: product.allergens,
    mealIcons: product.mealIcons,
    recommended: recommended.filter(({ id }) => id !== product.id).map((other) => toProductCardView(other, awards)),
  };
}
