import type { InputIssue } from '../input-issue.ts';
import type { ProductKind, ProductType } from './product-enums.ts';

interface DiscountRate {
  type: 'EURO' | 'PERCENTAGE';
  amount: number;
}

interface CheckedProduct {
  type: ProductType;
  kind: ProductKind;
  isVintage: boolean;
  discount: DiscountRate | null;
  variants: readonly { year: number | null; discount: DiscountRate | null }[];
  tags: readonly string[];
  mealIcons: readonly number[];
  recommended: readonly number[];
  images: readonly (number | string)[];
  boxContents: readonly { variantId: number }[];
}

/** The rules that a product must meet in itself, whatever else the catalogue holds. */
export const productIssues = (product: CheckedProduct): InputIssue[] => [
  ...kindIssues(product),
  ...discountIssues(product),
  ...duplicateIssues(product),
];

function kindIssues({ type, kind, variants, boxContents, isVintage }: CheckedProduct): InputIssue[] {
  const issues: InputIssue[] = [];
  const add = (field: string, message: string) => issues.push({ path: [field], message });
  if ((type === 'BOX') !== (kind === 'box')) add('kind', 'a product of type BOX is of kind box, and no other is');
  if (type === 'BOX' && variants.length !== 1) add('variants', 'a box has exactly one');
  if (type === 'BOX' && boxContents.length === 0) add('boxContents', 'a box holds something');
  if (type === 'WINE' && boxContents.length > 0) add('boxContents', 'only a box holds products');
  if (isVintage && variants.some(({ year }) => year === null)) add('variants', 'a vintage wine has a year in each');
  return issues;
}

function discountIssues({ discount, variants }: CheckedProduct): InputIssue[] {
  const issueOf = (path: (string | number)[], given: DiscountRate | null): InputIssue[] =>
    given?.type === 'PERCENTAGE' && given.amount > 100
      ? [{ path: [...path, 'discount', 'amount'], message: 'is more than 100 percent' }]
      : [];
  return [
    ...issueOf([], discount),
    ...variants.flatMap((variant, index) => issueOf(['variants', index], variant.discount)),
  ];
}

function duplicateIssues(product: CheckedProduct): InputIssue[] {
  const { tags, mealIcons, recommended, images, boxContents } = product;
  const lists = { tags, mealIcons, recommended, images, boxContents: boxContents.map(({ variantId }) => variantId) };
  return Object.entries(lists).flatMap(([field, values]) =>
    new Set<string | number>(values).size === values.length
      ? []
      : [{ path: [field], message: 'names one thing twice' }],
  );
}
