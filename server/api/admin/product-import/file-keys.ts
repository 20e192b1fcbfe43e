import { inArray } from 'drizzle-orm';
import { products, variants } from '#server/api/catalogue/catalogue-tables.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { isDrinkKind } from '#shared/catalogue/product-enums.ts';
import type { CheckedRecord, UntranslatedIssue } from './imported-file-product.ts';

/** The ids and slugs of the products that have been read from the file so far. */
export interface FileKeys {
  products: Set<number>;
  slugs: Set<string>;
  variants: Set<number>;
  /** The ids of variants that a box may contain. */
  bottles: Set<number>;
  /** The line of the product of each variant that is archived after the import, by the variant's id. */
  archivedVariants: Map<number, number>;
  /** The columns that a new product needs and the file lacks, each of which is reported once. */
  missingColumns: Set<string>;
}

/**
 * Finds ids and slugs of a batch that appear twice in the file or belong to another stored product, and adds all ids
 * and slugs of the batch to `keys`.
 */
export async function registerFileKeys(
  tx: SiteTx,
  checked: readonly CheckedRecord[],
  keys: FileKeys,
): Promise<UntranslatedIssue[]> {
  const slugs = checked.map(({ input }) => input.slug);
  const ownVariants = checked.flatMap((each) => givenVariantIds(each));
  const storedSlugs = await tx
    .select({ id: products.id, slug: products.slug })
    .from(products)
    .where(inArray(products.slug, slugs));
  const storedVariants = await tx
    .select({ id: variants.id, productId: variants.productId })
    .from(variants)
    .where(inArray(variants.id, ownVariants));
  const ownerOfSlug = new Map(storedSlugs.map(({ id, slug }) => [slug, id]));
  const ownerOfVariant = new Map(storedVariants.map(({ id, productId }) => [id, productId]));
  return checked.flatMap((each) => {
    const { record, input } = each;
    const productId = record.fields.id === undefined ? null : input.id;
    const check = <Key>(
      column: string,
      key: Key & (string | number),
      used: Set<Key>,
      owner: number | undefined,
    ): UntranslatedIssue[] => {
      const isRepeated = used.has(key);
      used.add(key);
      const at = { line: record.line, column, value: key };
      if (isRepeated) return [{ ...at, text: 'field.repeated' }];
      return owner !== undefined && owner !== productId ? [{ ...at, text: 'field.taken' }] : [];
    };
    const ids = givenVariantIds(each);
    for (const { id, isArchived } of input.variants.filter((variant) => ids.includes(variant.id))) {
      if (isArchived) keys.archivedVariants.set(id, record.line);
      else if (isDrinkKind(input.kind)) keys.bottles.add(id);
    }
    return [
      ...(productId === null ? [] : check('id', productId, keys.products, undefined)),
      ...check('slug', input.slug, keys.slugs, ownerOfSlug.get(input.slug)),
      ...ids.flatMap((id) => check('variant.id', id, keys.variants, ownerOfVariant.get(id))),
    ];
  });
}

const givenVariantIds = ({ input, newVariants }: CheckedRecord): number[] =>
  input.variants.flatMap(({ id }, index) => (newVariants.has(index) ? [] : [id]));
