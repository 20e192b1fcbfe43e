import {
  findIssuesOfReference,
  findIssuesOfReferences,
  findTakenValueIssues,
  type ItemIssue,
  type ReferenceTargets,
  type TakenValue,
  type UnknownReference,
  type ValueOwner,
} from '../item-issue.ts';
import { isDrinkKind, type ProductKind } from './product-enums.ts';

interface ProductRelations {
  recommended: readonly number[];
  boxContents: readonly { variantId: number }[];
}

interface ProductAttributes {
  tags: readonly string[];
  mealIcons: readonly number[];
  videos: readonly ({ file: number } | { url: string })[];
  variants: readonly { id: number; variations: readonly number[] }[];
}

export interface KnownProductAttributes {
  tags: ReferenceTargets<string>;
  mealIcons: ReferenceTargets<number>;
  files: ReferenceTargets<number>;
  variations: ReferenceTargets<number>;
}

interface KnownProducts {
  products: ReferenceTargets<number>;
  /** The variants that a box may contain: see `listBoxableVariantIds`. */
  bottles: ReferenceTargets<number>;
}

interface KnownToProducts extends KnownProductAttributes, KnownProducts {
  /** The other products by the ids of their variants. */
  variantOwners: ReadonlyMap<number, ValueOwner>;
}

export const findReferenceIssuesOfProduct = (
  product: ProductAttributes & ProductRelations,
  known: KnownToProducts,
): ItemIssue[] => [
  ...findTakenVariants(product, known),
  ...findUnknownProductAttributes(product, known),
  ...findUnknownProductRelations(product, known),
];

/** Finds ids of variants that belong to other products, because saving such a variant would move it to this product. */
const findTakenVariants = (
  { variants }: ProductAttributes,
  { variantOwners }: Pick<KnownToProducts, 'variantOwners'>,
): TakenValue[] =>
  variants.flatMap(({ id }, index) => findTakenValueIssues(['variants', index, 'id'], id, variantOwners));

/** Finds references of a product to videos, meal icons, variations and tags that its site does not have. */
export const findUnknownProductAttributes = (
  { tags, mealIcons, videos, variants }: ProductAttributes,
  known: KnownProductAttributes,
): UnknownReference[] => [
  ...videos.flatMap((video, index) =>
    'file' in video ? findIssuesOfReference('file', ['videos', index, 'file'], video.file, known.files) : [],
  ),
  ...findIssuesOfReferences('meal icon', ['mealIcons'], mealIcons, known.mealIcons),
  ...variants.flatMap(({ variations }, index) =>
    findIssuesOfReferences('variation', ['variants', index, 'variations'], variations, known.variations),
  ),
  ...findIssuesOfReferences('tag', ['tags'], tags, known.tags),
];

/** Finds references of a product to other products that its site does not have, or that a box cannot contain. */
export const findUnknownProductRelations = (
  { recommended, boxContents }: ProductRelations,
  known: KnownProducts,
): UnknownReference[] => [
  ...findIssuesOfReferences('product', ['recommended'], recommended, known.products),
  ...findIssuesOfReferences(
    'bottle',
    ['boxContents'],
    boxContents.map(({ variantId }) => variantId),
    known.bottles,
  ),
];

interface ProductOfBottles {
  kind: ProductKind;
  variants: readonly { id: number; isArchived: boolean }[];
}

/**
 * Lists the variants of a product that a box may contain. Boxes cannot contain boxes, because their stock and weight
 * are computed from their bottles, nor vouchers, which are issued for lines of orders only.
 */
export const listBoxableVariantIds = ({ kind, variants }: ProductOfBottles): number[] =>
  isDrinkKind(kind) ? variants.flatMap(({ id, isArchived }) => (isArchived ? [] : id)) : [];
