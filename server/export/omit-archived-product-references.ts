import type { ItemInput } from '#server/api/resources/resource.ts';
import { awardResourceSpec, productResourceSpec } from '#shared/catalogue/catalogue-resource-specs.ts';
import { eLabelResourceSpec } from '#shared/labels/labels-resource-specs.ts';
import { demonstrationReviewResourceSpec } from '#shared/reviews/reviews-resource-specs.ts';
import { pageResourceSpec } from '#shared/site/site-resource-specs.ts';

type OmitReferences = (items: readonly ItemInput[], isExported: (productId: unknown) => boolean) => ItemInput[];

/**
 * Functions that remove the references to products that are not exported, by resource. An award or a review without its
 * product is left out. A label stays without its product, because the QR codes on printed bottles link to it.
 */
const omissions: Readonly<Record<string, OmitReferences>> = {
  [productResourceSpec.name]: (items, isExported) =>
    items.map((item) => ({ ...item, recommended: (item.recommended as readonly number[]).filter(isExported) })),
  [awardResourceSpec.name]: (items, isExported) => items.filter(({ productId }) => isExported(productId)),
  [demonstrationReviewResourceSpec.name]: (items, isExported) =>
    items.filter(({ idProduct }) => idProduct === null || isExported(idProduct)),
  [eLabelResourceSpec.name]: (items, isExported) =>
    items.map((item) => (isExported(item.productId) ? item : { ...item, productId: null })),
  [pageResourceSpec.name]: (items, isExported) =>
    items.map((item) => ({
      ...item,
      sections: (item.sections as readonly ItemInput[]).map((section) => omitFromSection(section, isExported)),
    })),
};

/**
 * Removes products that are not exported from a section. If no product would remain, the list stays unchanged, because
 * a section without products shows the promoted ones.
 */
function omitFromSection(section: ItemInput, isExported: (productId: unknown) => boolean): ItemInput {
  if (section.kind !== 'products' || !Array.isArray(section.products)) return section;
  const products = section.products.filter(isExported);
  return products.length > 0 ? { ...section, products } : section;
}

/**
 * Removes the references to archived and deleted products from the exported items, because an import refuses most of
 * them.
 * @param items The items to export by the name of their resource, without archived products.
 */
export function omitArchivedProductReferences(items: ReadonlyMap<string, ItemInput[]>): Map<string, ItemInput[]> {
  const products = new Set(items.get(productResourceSpec.name)?.map(({ id }) => id));
  const isExported = (productId: unknown) => products.has(productId);
  return new Map(
    [...items].map(([name, list]) => [name, omissions[name]?.(list, isExported) ?? list] as [string, ItemInput[]]),
  );
}
