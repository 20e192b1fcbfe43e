import { toCentilitres } from '#shared/catalogue/capacity.ts';
import type { Product, Variant } from '#shared/catalogue/catalogue-contract.ts';
import {
  buildProductPath,
  buildVariantPath,
  buildVintagePath,
  getFirstProductPathSegment,
} from '#shared/catalogue/product-path.ts';
import { parseId } from '#shared/ids/parse-id.ts';

export type ProductWithVariants = Pick<Product, 'id' | 'slug' | 'kind' | 'declination'>;

/** The parts of a product's URL before validation. */
export interface RequestedProductUrl {
  prefix: 'wines' | 'products';
  slug?: string | undefined;
  year?: string | undefined;
  idDeclination?: string | undefined;
  /** The query parameter that selects a variant below `/products`, where variants have no URL path of their own. */
  format?: string | null | undefined;
}

type ProductUrlResolution =
  | { kind: 'show'; variant: Variant; canonical: string }
  | { kind: 'moved'; to: string }
  | { kind: 'unknown' };

/**
 * Returns the variant that is shown if the URL of a product or vintage names none: the first one in the estate's order.
 */
function defaultVariant(variants: readonly Variant[], year?: number): Variant | undefined {
  return variants.find((one) => year === undefined || one.year === year);
}

/**
 * Returns the shortest URL that selects a variant: the product's path for its default variant, the vintage's path for
 * the default variant of a vintage, otherwise the variant's own path or the product's path with the parameter `format`.
 */
export function buildShortestVariantHref(product: ProductWithVariants, variant: Variant): string {
  if (variant.id === defaultVariant(product.declination)?.id) return buildProductPath(product);
  const { year } = variant;
  if (year !== null && variant.id === defaultVariant(product.declination, year)?.id) {
    return buildVintagePath(product, year) ?? buildProductPath(product);
  }
  return buildVariantPath(product, variant.id) ?? `${buildProductPath(product)}?format=${variant.id}`;
}

/**
 * Returns the canonical URL path of a variant, which is that of its vintage, because all formats of a vintage are the
 * same wine. The vintage of the default variant has the product's path.
 */
function canonicalPath(product: ProductWithVariants, { year }: Variant): string {
  const first = defaultVariant(product.declination);
  return year === null || year === first?.year
    ? buildProductPath(product)
    : (buildVintagePath(product, year) ?? buildProductPath(product));
}

function requestedVariant(product: ProductWithVariants, address: RequestedProductUrl): Variant | undefined {
  const { declination: variants } = product;
  if (address.idDeclination !== undefined) return variants.find(({ id }) => id === parseId(address.idDeclination));
  if (address.year !== undefined) {
    const year = parseId(address.year);
    return year === null ? undefined : defaultVariant(variants, year);
  }
  // An invalid query parameter is ignored, because only an invalid URL path is an error.
  const format = variants.find(({ id }) => id === parseId(address.format ?? undefined));
  return getFirstProductPathSegment(product.kind) === 'products' && format ? format : defaultVariant(variants);
}

/** Returns the requested URL path with the product's current prefix and slug. */
function correctedPath(product: ProductWithVariants, address: RequestedProductUrl, variant: Variant): string {
  if (address.idDeclination !== undefined)
    return buildVariantPath(product, variant.id) ?? buildShortestVariantHref(product, variant);
  if (address.year !== undefined) return buildVintagePath(product, Number(address.year)) ?? buildProductPath(product);
  return variant.id === parseId(address.format ?? undefined)
    ? buildShortestVariantHref(product, variant)
    : buildProductPath(product);
}

/**
 * Resolves a product's URL to a variant or to a permanent redirect. The result is `unknown` if the product has no such
 * vintage or variant.
 */
export function resolveProductUrl(product: ProductWithVariants, address: RequestedProductUrl): ProductUrlResolution {
  const variant = requestedVariant(product, address);
  if (!variant) return { kind: 'unknown' };
  const isWrongPrefix = address.prefix !== getFirstProductPathSegment(product.kind);
  const isWrongSlug = address.slug !== undefined && address.slug !== product.slug;
  if (isWrongPrefix || isWrongSlug) return { kind: 'moved', to: correctedPath(product, address, variant) };
  return { kind: 'show', variant, canonical: canonicalPath(product, variant) };
}

export interface VariantChoice {
  /** Value of the option: a vintage, a bottle size in centilitres, or the id of a variant. */
  value: number;
  href: string;
  isCurrent: boolean;
  /** Id of the variant that the option selects. */
  id: number;
}

const firstOfEachKey = <K>(variants: readonly Variant[], keyOf: (one: Variant) => K): Variant[] =>
  variants.filter((one, index) => variants.findIndex((other) => keyOf(other) === keyOf(one)) === index);

/**
 * Lists the vintages of a product as options, newest first. Each option selects the chosen format if the vintage is
 * available in that format.
 */
export function listVintageChoices(product: ProductWithVariants, chosen: Variant): VariantChoice[] {
  const dated = product.declination.filter(({ year }) => year !== null);
  const choices = firstOfEachKey(dated, ({ year }) => year).map((first) => {
    const sameFormat = dated.find((one) => one.year === first.year && toCentilitres(one) === toCentilitres(chosen));
    const target = sameFormat ?? first;
    return {
      value: first.year ?? 0,
      href: buildShortestVariantHref(product, target),
      isCurrent: first.year === chosen.year,
      id: target.id,
    };
  });
  return choices.sort((a, b) => b.value - a.value);
}

/** Lists the bottle formats of the chosen vintage as options, smallest first. */
export function listFormatChoices(product: ProductWithVariants, chosen: Variant): VariantChoice[] {
  const ofVintage = product.declination.filter(({ year }) => year === chosen.year);
  const choices = firstOfEachKey(ofVintage, toCentilitres).map((first) => ({
    value: toCentilitres(first),
    href: buildShortestVariantHref(product, first),
    isCurrent: toCentilitres(first) === toCentilitres(chosen),
    id: first.id,
  }));
  return choices.sort((a, b) => a.value - b.value);
}

/** A variant as an option, labelled by its variations, such as its packaging. */
export interface VariantChoiceByVariations extends VariantChoice {
  label: string;
  variationIds: number[];
}

/** Lists the variants of the chosen vintage and format as options. The list is empty if no variation has a label. */
export function listVariantChoicesByVariations(
  product: ProductWithVariants,
  chosen: Variant,
): VariantChoiceByVariations[] {
  const alike = product.declination.filter(
    (one) => one.year === chosen.year && toCentilitres(one) === toCentilitres(chosen),
  );
  if (alike.every((one) => joinVariationLabels(one) === '')) return [];
  return alike.map((one) => ({
    value: one.id,
    href: buildShortestVariantHref(product, one),
    isCurrent: one.id === chosen.id,
    id: one.id,
    label: joinVariationLabels(one),
    variationIds: [one.variation1, one.variation2, one.variation3].flatMap((variation) => variation?.id ?? []),
  }));
}

/** Joins the labels of a variant's variations, of which there are up to three, such as `Coffret bois, gravé`. */
export const joinVariationLabels = ({ variation1, variation2, variation3 }: Variant): string =>
  [variation1, variation2, variation3]
    .flatMap((variation) => (variation ? [variation.displayLabel ?? variation.label] : []))
    .join(', ');
