import type { PickLocalizedText } from '#server/api/contract/contract-route.ts';
import { type ProductImportChange, productImportLimits } from '#shared/admin/product-import-export-contract.ts';
import type { ProductInput } from '#shared/catalogue/product-input.ts';
import type { CheckedRecord } from './imported-file-product.ts';
import { formatProductCell, productColumns, variantColumns, variantPrefix } from './product-columns.ts';

export interface ProductChangeFormat {
  pickLanguage: PickLocalizedText;
  decimalMark: '.' | ',';
}

/** Lists what the import changes in a product: one change for each column, or one for a new product or variant. */
export function listProductChanges(checked: CheckedRecord, format: ProductChangeFormat): ProductImportChange[] {
  const { record, input, before, newVariants, variantLines } = checked;
  const product = excerpt(format.pickLanguage(input.name), 0);
  const ofProduct = { line: record.line, product, variant: null };
  if (!before) return [{ ...ofProduct, field: null, before: '', after: '' }];
  const variantsBefore = new Map(before.variants.map((variant) => [variant.id, variant]));
  return [
    ...listCells(productColumns, before, input, format).map((cell) => ({ ...ofProduct, ...cell })),
    ...input.variants.flatMap((variant, index): ProductImportChange[] => {
      const line = variantLines[index] ?? record.line;
      const ofVariant = { line, product, variant: excerpt(describeVariant(variant), 0) };
      if (newVariants.has(index) || !variantsBefore.has(variant.id))
        return [{ ...ofVariant, field: null, before: '', after: '' }];
      const cells = listCells(variantColumns, variantsBefore.get(variant.id), variant, format);
      return cells.map((cell) => ({ ...ofVariant, ...cell, field: variantPrefix + cell.field }));
    }),
  ];
}

const describeVariant = ({ reference, year }: ProductInput['variants'][number]): string =>
  [reference, year].filter((part) => part !== null && part !== '').join(', ');

/** Lists the columns in which two versions of a product or variant differ. */
function listCells(
  columns: typeof productColumns,
  before: unknown,
  after: unknown,
  { decimalMark }: ProductChangeFormat,
): { field: string; before: string; after: string }[] {
  return columns.flatMap((column) => {
    const [current, next] = [before, after].map((fields) => formatProductCell(column, fields, decimalMark)) as [
      string,
      string,
    ];
    if (current === next) return [];
    const start = findExcerptStart(current, next);
    return [{ field: column.name, before: excerpt(current, start), after: excerpt(next, start) }];
  });
}

/** Number of characters that an excerpt shows before the first difference. */
const contextLength = 20;

/** Finds where the excerpts of two values begin, so that they contain the first difference. */
function findExcerptStart(current: string, next: string): number {
  if (Math.max(current.length, next.length) <= productImportLimits.valueLength) return 0;
  let same = 0;
  while (same < current.length && current[same] === next[same]) same++;
  return Math.max(0, same - contextLength);
}

function excerpt(text: string, start: number): string {
  const end = start + productImportLimits.valueLength;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}
