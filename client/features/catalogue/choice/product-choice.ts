import { centilitres } from '#shared/catalogue/capacity.ts';
import type { Product, Variant } from '#shared/catalogue/catalogue-contract.ts';
import { productPath, productPrefix, variantPath, vintagePath } from '#shared/catalogue/product-address.ts';

/** A product with its declinations: what an address can choose from. */
export type ProductVariants = Pick<Product, 'id' | 'slug' | 'kind' | 'declination'>;

/** What an address of a product asks for, as it is written there. */
export interface ProductAddress {
  prefix: 'wines' | 'products';
  slug?: string | undefined;
  year?: string | undefined;
  idDeclination?: string | undefined;
  /** Under `/products`, where a format has no path of its own: the `format` parameter. */
  format?: string | null | undefined;
}

export type AddressResolution =
  | { kind: 'show'; declination: Variant; canonical: string }
  | { kind: 'moved'; to: string }
  | { kind: 'unknown' };

/** A positive whole number as an address writes it: no sign, no leading zero. */
export const parsePathId = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : null;

/** The declination that stands for a product, or for one of its vintages: the first that the estate lists. */
function defaultVariant(declinations: readonly Variant[], year?: number): Variant | undefined {
  return declinations.find((one) => year === undefined || one.year === year);
}

/**
 * The address of a declination, the shortest that there is: the product's own for its leader, the vintage's for the
 * leader of a vintage, else its own.
 */
export function pathOfVariant(product: ProductVariants, declination: Variant): string {
  if (declination.id === defaultVariant(product.declination)?.id) return productPath(product);
  const { year } = declination;
  if (year !== null && declination.id === defaultVariant(product.declination, year)?.id) {
    return vintagePath(product, year) ?? productPath(product);
  }
  return variantPath(product, declination.id) ?? `${productPath(product)}?format=${declination.id}`;
}

/** Of a format, the page to be found is that of its vintage: the same wine in another bottle is not another wine. */
function canonicalPath(product: ProductVariants, { year }: Variant): string {
  const first = defaultVariant(product.declination);
  return year === null || year === first?.year
    ? productPath(product)
    : (vintagePath(product, year) ?? productPath(product));
}

function requestedVariant(product: ProductVariants, asked: ProductAddress): Variant | undefined {
  const { declination } = product;
  if (asked.idDeclination !== undefined) return declination.find(({ id }) => id === parsePathId(asked.idDeclination));
  if (asked.year !== undefined) {
    const year = parsePathId(asked.year);
    return year === null ? undefined : defaultVariant(declination, year);
  }
  // A parameter that says nothing sensible is as if absent; only a path can be wrong.
  const format = declination.find(({ id }) => id === parsePathId(asked.format ?? undefined));
  return productPrefix(product.kind) === 'products' && format ? format : defaultVariant(declination);
}

/** The path as asked for, under the right prefix and with the right slug. */
function correctedPath(product: ProductVariants, asked: ProductAddress, declination: Variant): string {
  if (asked.idDeclination !== undefined)
    return variantPath(product, declination.id) ?? pathOfVariant(product, declination);
  if (asked.year !== undefined) return vintagePath(product, Number(asked.year)) ?? productPath(product);
  return productPath(product);
}

/** Decides an address of a known product: shown, moved for good, or unknown (vintage or declination that it lacks). */
export function resolveAddress(product: ProductVariants, asked: ProductAddress): AddressResolution {
  const declination = requestedVariant(product, asked);
  if (!declination) return { kind: 'unknown' };
  const wrongPrefix = asked.prefix !== productPrefix(product.kind);
  const wrongSlug = asked.slug !== undefined && asked.slug !== product.slug;
  if (wrongPrefix || wrongSlug) return { kind: 'moved', to: correctedPath(product, asked, declination) };
  return { kind: 'show', declination, canonical: canonicalPath(product, declination) };
}

export interface Choice {
  /** A vintage, centilitres, or the id of a declination. */
  value: number;
  href: string;
  current: boolean;
  /** The declination it leads to. */
  id: number;
}

const firstOfEachKey = <K>(declinations: readonly Variant[], keyOf: (one: Variant) => K): Variant[] =>
  declinations.filter((one, index) => declinations.findIndex((other) => keyOf(other) === keyOf(one)) === index);

/** The vintages of a product, newest first, each leading to the format chosen now where that vintage has it. */
export function vintageChoices(product: ProductVariants, chosen: Variant): Choice[] {
  const dated = product.declination.filter(({ year }) => year !== null);
  const choices = firstOfEachKey(dated, ({ year }) => year).map((first) => {
    const sameFormat = dated.find((one) => one.year === first.year && centilitres(one) === centilitres(chosen));
    const target = sameFormat ?? first;
    return {
      value: first.year ?? 0,
      href: pathOfVariant(product, target),
      current: first.year === chosen.year,
      id: target.id,
    };
  });
  return choices.sort((one, other) => other.value - one.value);
}

/** The formats of the vintage chosen now, smallest first. */
export function formatChoices(product: ProductVariants, chosen: Variant): Choice[] {
  const ofVintage = product.declination.filter(({ year }) => year === chosen.year);
  const choices = firstOfEachKey(ofVintage, centilitres).map((first) => ({
    value: centilitres(first),
    href: pathOfVariant(product, first),
    current: centilitres(first) === centilitres(chosen),
    id: first.id,
  }));
  return choices.sort((one, other) => one.value - other.value);
}

/** What the declinations of one vintage and format still differ in: their variations. None where none has a label. */
export function variationChoices(product: ProductVariants, chosen: Variant): (Choice & { label: string })[] {
  const alike = product.declination.filter(
    (one) => one.year === chosen.year && centilitres(one) === centilitres(chosen),
  );
  if (alike.every((one) => variationLabel(one) === '')) return [];
  return alike.map((one) => ({
    value: one.id,
    href: pathOfVariant(product, one),
    current: one.id === chosen.id,
    id: one.id,
    label: variationLabel(one),
  }));
}

/** `Coffret bois, gravé`: the labels to display of up to three variations. */
export const variationLabel = ({ variation1, variation2, variation3 }: Variant): string =>
  [variation1, variation2, variation3]
    .flatMap((variation) => (variation ? [variation.displayLabel ?? variation.label] : []))
    .join(', ');
