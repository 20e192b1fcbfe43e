import { z } from 'zod';
import { pageSize } from './limits.ts';
import { dateText, decimalFromTextSchema, idFromTextSchema, optionalText, wholeNumberText } from './text-values.ts';

/**
 * Comparison operators of the filters of a list query. The operator is a prefix of the field's name, as in
 * `gte:price=10`; a name without a prefix compares for equality.
 */
const filterOperators = ['', 'lk:', 'df:', 'lt:', 'lte:', 'gt:', 'gte:'] as const;
export type FilterOperator = (typeof filterOperators)[number];

/**
 * The type of a field determines its operators: `text` allows equal, like and different; `number` and `date` allow
 * equal, different and the four comparisons; `boolean` allows equal. `set` accepts a comma-separated list of its values
 * and allows equal (one of) and different (none of); `words` and `ids` accept any comma-separated words or ids, with
 * the same operators.
 */
type ListFieldType = 'text' | 'number' | 'date' | 'boolean' | { set: readonly [string, ...string[]] } | 'words' | 'ids';

const operatorsOf = (field: ListFieldType): readonly FilterOperator[] => {
  if (field === 'text') return ['', 'lk:', 'df:'];
  if (field === 'number' || field === 'date') return ['', 'df:', 'lt:', 'lte:', 'gt:', 'gte:'];
  if (field === 'boolean') return [''];
  return ['', 'df:'];
};

export type FilterValue = string | number | boolean | Date | readonly string[] | readonly number[];
export interface ListFilter {
  field: string;
  operator: FilterOperator;
  value: FilterValue;
}

export interface ListQuery {
  page: number;
  nbItem: number;
  orderBy: { field: string; isDescending: boolean } | null;
  filters: ListFilter[];
}

export interface ListQuerySpec {
  fields: Record<string, ListFieldType>;
  /** Fields that the query parameter `orderBy` accepts. A leading `-` in the parameter means descending. */
  orders: readonly string[];
  /** The default number of items on one page; 10 if it is not set. */
  nbItem?: number;
}

/** A filter accepts at most as many ids as one page of a list can have. */
const idList = z
  .string()
  .transform((text): unknown[] => text.split(',').filter(Boolean))
  .pipe(z.array(idFromTextSchema).max(pageSize.max));

const valueSchema = (field: ListFieldType): z.ZodType<FilterValue> => {
  if (field === 'number') return decimalFromTextSchema;
  if (field === 'date') return dateText;
  if (field === 'boolean') return z.enum(['true', 'false']).transform((text) => text === 'true');
  if (field === 'text') return z.string().max(200);
  if (field === 'ids') return idList;
  if (field === 'words')
    return z
      .string()
      .max(400)
      .transform((text) => text.split(',').filter(Boolean));
  const word = z.enum(field.set as [string, ...string[]]);
  return z
    .string()
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(word));
};

const pageNumber = (fallback: number, max: number) =>
  optionalText(wholeNumberText(1, max)).transform((value) => value ?? fallback);

/**
 * Creates the schema for the query of a list: `nbItem` (1 to 100), `page` (from 1), `orderBy` (`field` or `-field`) and
 * filters. Any other name, operator or order is an issue, to which the API responds with 400.
 */
export function createListQuerySchema(spec: ListQuerySpec) {
  const orders = spec.orders.flatMap((field) => [field, `-${field}`]);
  const shape: Record<string, z.ZodType> = {
    nbItem: pageNumber(spec.nbItem ?? pageSize.list, pageSize.max),
    page: pageNumber(1, 1_000_000),
    orderBy: optionalText(z.enum(orders as [string, ...string[]])),
  };
  for (const [field, kind] of Object.entries(spec.fields)) {
    for (const operator of operatorsOf(kind)) shape[operator + field] = optionalText(valueSchema(kind));
  }
  return z.strictObject(shape).transform((parsed): ListQuery => toListQuery(parsed, spec)) as unknown as z.ZodType<
    ListQuery,
    Record<string, string | number | undefined>
  >;
}

function toListQuery(parsed: Record<string, unknown>, spec: ListQuerySpec): ListQuery {
  const filters: ListFilter[] = [];
  for (const [field, kind] of Object.entries(spec.fields)) {
    for (const operator of operatorsOf(kind)) {
      const value = parsed[operator + field];
      if (value !== undefined) filters.push({ field, operator, value: value as FilterValue });
    }
  }
  const orderBy = parsed.orderBy as string | undefined;
  return {
    page: parsed.page as number,
    nbItem: parsed.nbItem as number,
    orderBy: orderBy ? { field: orderBy.replace(/^-/, ''), isDescending: orderBy.startsWith('-') } : null,
    filters,
  };
}
