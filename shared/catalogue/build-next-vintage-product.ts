import { type Localized, mapLocalized } from '../localized.ts';
import type { ProductInput } from './product-input.ts';

type NewVariant = Omit<ProductInput['variants'][number], 'id'>;
/** A product before it is created, without the ids that the creation assigns. */
type NewProduct = Omit<ProductInput, 'id' | 'variants'> & { variants: NewVariant[] };

/**
 * Drafts the next vintage of a wine from the variants of its latest year, and raises this year in the name. Price,
 * formats and other texts stay. The stock is empty, discounts end, planned prices and the values of the old analysis
 * (alcohol, nutrition) are removed. Awards are separate items and stay with the old vintage.
 */
export function buildNextVintageProduct({ id: _id, ...product }: ProductInput): NewProduct {
  const sold = product.variants.filter(({ isArchived }) => !isArchived);
  const years = sold.flatMap(({ year }) => year ?? []);
  const latest = years.length > 0 ? Math.max(...years) : null;
  const rename = (text: Localized): Localized => (latest === null ? text : replaceYear(text, latest));
  const isLatest = ({ year }: { year: number | null }) => year === latest;
  return {
    ...product,
    slug: nextSlug(product.slug, latest),
    name: rename(product.name),
    reference: null,
    promoted: false,
    discount: null,
    alcohol: null,
    nutrition: null,
    variants: sold.filter(isLatest).map(({ id: _variantId, quantity: _quantity, ...variant }) => ({
      ...variant,
      year: latest === null ? null : latest + 1,
      reference: latest === null ? variant.reference : nextReference(variant.reference, latest),
      discount: null,
      plannedPrices: [],
      quantity: 0,
    })),
  };
}

const replaceYear = (text: Localized, year: number): Localized =>
  mapLocalized(text, (each) => replaceYearIn(each, year));

/** Raises a year where it stands alone in a text, so that neither 12022 nor 20221 counts as the year 2022. */
const replaceYearIn = (text: string, year: number): string => replaceNumber(text, String(year), String(year + 1));

const replaceNumber = (text: string, from: string, to: string): string =>
  text.replace(new RegExp(`(?<!\\d)${from}(?!\\d)`, 'g'), to);

/**
 * Returns the reference of the next vintage. Its year, which may have two digits, is raised or appended, because no two
 * variants share a reference.
 */
function nextReference(reference: string, year: number): string {
  if (reference === '') return '';
  const raised = replaceYearIn(reference, year);
  if (raised !== reference) return raised;
  const shortRaised = replaceNumber(reference, toShortYear(year), toShortYear(year + 1));
  return shortRaised === reference ? `${reference}-${year + 1}` : shortRaised;
}

const toShortYear = (year: number): string => String(year % 100).padStart(2, '0');

/**
 * Returns the slug of the next vintage. A slug without a year gets one, because the slug of the old vintage is taken.
 */
function nextSlug(slug: string, year: number | null): string {
  if (year === null) return `${slug}-2`;
  const raised = replaceYearIn(slug, year);
  return raised === slug ? `${slug}-${year + 1}` : raised;
}
