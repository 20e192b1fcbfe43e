import type { InputIssue } from '../input-issue.ts';
import { findPriceIssue } from './find-price-issues.ts';
import type { ProductKind, ProductType } from './product-enums.ts';
import type { DiscountPriceFields } from './unit-price.ts';

interface CheckedProduct {
  type: ProductType;
  kind: ProductKind;
  isVintage: boolean;
  isAlcohol: boolean;
  hasShippingFees: boolean;
  discount: DiscountPriceFields | null;
  variants: readonly {
    year: number | null;
    price: number;
    discount: DiscountPriceFields | null;
    plannedPrices: readonly { from: string; price: number; discount: DiscountPriceFields | null }[];
    isStockManaged: boolean;
    isArchived: boolean;
  }[];
  tags: readonly string[];
  mealIcons: readonly number[];
  recommended: readonly number[];
  images: readonly (number | string)[];
  boxContents: readonly { variantId: number }[];
}

/** Finds violations of the rules that a product must meet without regard to other products. */
export const findProductFieldIssues = (product: CheckedProduct): InputIssue[] => [
  ...kindIssues(product),
  ...voucherIssues(product),
  ...discountIssues(product),
  ...priceIssues(product),
  ...duplicateIssues(product),
];

interface VariantsWithVolume {
  kind: ProductKind;
  variants: readonly { capacity: number | null; capacityUnit: string | null }[];
}

/** Finds variants without a volume, which only a voucher may leave out. */
export const findMissingCapacities = ({ kind, variants }: VariantsWithVolume): InputIssue[] =>
  kind === 'voucher'
    ? []
    : variants.flatMap((variant, index) =>
        (['capacity', 'capacityUnit'] as const).flatMap((field) =>
          variant[field] === null
            ? [{ path: ['variants', index, field], message: 'is required', code: 'required' }]
            : [],
        ),
      );

function kindIssues({ type, kind, variants: all, boxContents, isVintage }: CheckedProduct): InputIssue[] {
  const issues: InputIssue[] = [];
  const variants = all.filter(({ isArchived }) => !isArchived);
  const add = (field: string, message: string) => issues.push({ path: [field], message });
  if ((type === 'BOX') !== (kind === 'box')) add('kind', 'must be "box" for the type BOX, and for no other');
  if (variants.length === 0)
    issues.push({ path: ['variants'], message: 'must not all be archived', code: 'all_archived' });
  else if (type === 'BOX' && variants.length !== 1) add('variants', 'must be exactly one for a box');
  if (type === 'VOUCHER' && kind !== 'voucher') add('kind', 'must be "voucher" for the type VOUCHER');
  if (type === 'BOX' && variants.some(({ isStockManaged }) => !isStockManaged))
    add('variants', 'must not set isStockManaged to false for a box, whose stock follows from its contents');
  if (type === 'BOX' && boxContents.length === 0) add('boxContents', 'must not be empty for a box');
  if (type !== 'BOX' && boxContents.length > 0) add('boxContents', 'must be empty unless the type is BOX');
  if (isVintage && variants.some(({ year }) => year === null))
    add('variants', 'must all have a year for a vintage wine');
  return issues;
}

/**
 * Finds fields that a voucher must not have. A voucher is sent by mail, so it has neither shipping fees nor a vintage,
 * and it is not a drink.
 */
function voucherIssues({ kind, isVintage, isAlcohol, hasShippingFees }: CheckedProduct): InputIssue[] {
  if (kind !== 'voucher') return [];
  return Object.entries({ isVintage, isAlcohol, hasShippingFees }).flatMap(([field, value]) =>
    value ? [{ path: [field], message: 'must be false for a voucher' }] : [],
  );
}

function discountIssues({ discount, variants }: CheckedProduct): InputIssue[] {
  const issueOf = (path: (string | number)[], rate: DiscountPriceFields | null): InputIssue[] =>
    rate?.type === 'PERCENTAGE' && rate.amount > 100
      ? [{ path: [...path, 'discount', 'amount'], message: 'must be at most 100 percent', code: 'percentage' }]
      : [];
  return [
    ...issueOf([], discount),
    ...variants.flatMap((variant, index) => [
      ...issueOf(['variants', index], variant.discount),
      ...variant.plannedPrices.flatMap((plan, at) => issueOf(['variants', index, 'plannedPrices', at], plan.discount)),
    ]),
  ];
}

const priceMessages = {
  price_zero: 'must be more than 0',
  discount_above_price: 'must be less than the price',
};

function priceIssues({ discount, variants }: CheckedProduct): InputIssue[] {
  const issuesOf = (priced: Parameters<typeof findPriceIssue>[0], at: (string | number)[]): InputIssue[] => {
    const code = findPriceIssue(priced, discount);
    if (!code) return [];
    const path = code === 'price_zero' ? [...at, 'price'] : [...(priced.discount ? at : []), 'discount', 'amount'];
    return [{ path, message: priceMessages[code], code }];
  };
  return variants.flatMap((variant, index) => {
    if (variant.isArchived) return [];
    const plans = variant.plannedPrices;
    return [
      ...issuesOf(variant, ['variants', index]),
      ...plans.flatMap((plan, at) => issuesOf(plan, ['variants', index, 'plannedPrices', at])),
      ...repeatedInstantIssues(plans, ['variants', index, 'plannedPrices']),
    ];
  });
}

function repeatedInstantIssues(plans: readonly { from: string }[], path: (string | number)[]): InputIssue[] {
  const seen = new Set<number>();
  return plans.flatMap(({ from }, at): InputIssue[] => {
    const isRepeated = seen.has(Date.parse(from));
    seen.add(Date.parse(from));
    if (!isRepeated) return [];
    return [
      { path: [...path, at, 'from'], message: 'must differ from the other planned prices', code: 'planned_twice' },
    ];
  });
}

function duplicateIssues(product: CheckedProduct): InputIssue[] {
  const { tags, mealIcons, recommended, images, boxContents } = product;
  const lists = { tags, mealIcons, recommended, images, boxContents: boxContents.map(({ variantId }) => variantId) };
  return Object.entries(lists).flatMap(([field, values]) =>
    new Set<string | number>(values).size === values.length
      ? []
      : [{ path: [field], message: 'must not contain duplicates' }],
  );
}
