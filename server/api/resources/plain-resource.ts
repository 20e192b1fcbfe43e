import { getTableColumns } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { saveRows } from '#server/api/changes/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { RowsOfTable } from '#server/api/database/table-rows.ts';
import { Coordinates, Euros, Instant } from '#shared/input-fields.ts';
import { centsToEuros, eurosToCents } from '#shared/money.ts';
import type { RefusedOutcome } from '#shared/outcome.ts';
import type { ResourceSpec } from '#shared/resource-spec.ts';
import { unwrapSchema } from '#shared/unwrap-schema.ts';
import { defineResource, type ItemInput, type ItemRefusal, type Resource } from './resource.ts';

interface PlainResourceRules<Input> extends Pick<Resource, 'remove'> {
  /** Columns with other names than their fields. */
  columnNames?: Readonly<Record<string, string>>;
  /** Computes the columns that are no fields of the input. */
  compute?: (item: Input) => Readonly<Record<string, unknown>>;
  /** Finds the reason why an item cannot be saved. The import has checks of its own. */
  findRefusal?: (tx: SiteTx, item: Input) => Promise<RefusedOutcome<ItemRefusal> | null>;
  /** Runs after a successful save, in the same transaction. */
  onSaved?: (tx: SiteTx, item: Input) => Promise<void>;
}

/** Defines a kind of item that is one row of `table`: everything else follows from its spec. */
export function definePlainResource<Input extends object>(
  spec: ResourceSpec<Input>,
  table: PgTable,
  { columnNames, compute, findRefusal, onSaved, ...base }: PlainResourceRules<Input> = {},
): Resource<Input> {
  const codec = createRowCodec(spec.input, table, columnNames);
  const toRows = (items: readonly ItemInput[]): RowsOfTable[] => [
    { table, rows: items.map((item) => ({ ...codec.toRow(item), ...compute?.(item as Input) })) },
  ];
  const resource = defineResource<Input>({
    ...spec,
    ...base,
    table,
    toInput: (row) => codec.toInput(row) as Input,
    save: async (tx, item) => {
      const refusal = await findRefusal?.(tx, item);
      if (refusal) return refusal;
      const outcome = await saveRows(tx, toRows([item as ItemInput]));
      if (!outcome.ok) return { ...outcome, ...(outcome.values && { values: codec.nameField(outcome.values) }) };
      await onSaved?.(tx, item);
      return outcome;
    },
  });
  return { ...resource, toRows };
}

type Fields = Readonly<Record<string, unknown>>;
type RefusalValues = NonNullable<RefusedOutcome<string>['values']>;
type Shape = Readonly<Record<string, z.ZodType>>;

/** The values whose form in a row differs from that of the input, by their schema. */
const codecs = new Map<z.ZodType, { toRow: (value: never) => unknown; toInput: (value: never) => unknown }>([
  [Euros, { toRow: eurosToCents, toInput: centsToEuros }],
  [Instant, { toRow: (text: string) => new Date(text), toInput: (time: Date) => time.toISOString() }],
]);

type Direction = 'toRow' | 'toInput';

function convert(wrapped: z.ZodType, value: unknown, direction: Direction): unknown {
  // A row that was stored before the schema had a field lacks it.
  if (value === undefined) return wrapped.safeParse(undefined).data;
  if (value === null) return null;
  const { schema } = unwrapSchema(wrapped);
  const codec = codecs.get(schema);
  if (codec) return codec[direction](value as never);
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((element) => convert(schema.element as z.ZodType, element, direction));
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(
      Object.entries(schema.shape as Shape).map(([name, field]) => [
        name,
        convert(field, (value as Fields)[name], direction),
      ]),
    );
  return value;
}

interface RowCodec {
  toRow: (item: Fields) => Record<string, unknown>;
  toInput: (row: Fields) => Fields;
  /** Replaces the column in the values of a refusal by the name of its field. */
  nameField: (values: RefusalValues) => RefusalValues;
}

/**
 * Creates the conversion between the input of an item and its row. A field is the column of its name, or with `Id` at
 * the end if it refers to another item (`image` is `imageId`); amounts in euros are stored in cents, coordinates in two
 * columns.
 * @param columnNames Columns with other names than their fields.
 */
function createRowCodec(
  input: z.ZodType,
  table: PgTable,
  columnNames: Readonly<Record<string, string>> = {},
): RowCodec {
  if (!(input instanceof z.ZodObject)) throw new Error('the input schema has no fields');
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const fields = Object.entries(input.shape as Shape).map(([name, schema]) => {
    const column = columnNames[name] ?? (name in columns ? name : `${name}Id`);
    const isPlace = unwrapSchema(schema).schema === Coordinates;
    if (!isPlace && !columns[column]) throw new Error(`the table has no column for the field ${name}`);
    return { name, schema, column, isPlace };
  });
  return {
    toRow: (item) =>
      Object.assign(
        {},
        ...fields.map(({ name, schema, column, isPlace }) =>
          isPlace
            ? ((item[name] as Fields | null) ?? { latitude: null, longitude: null })
            : { [column]: convert(schema, item[name], 'toRow') },
        ),
      ),
    nameField: (values) => {
      const field = fields.find(({ column }) => column === values.field)?.name;
      return field ? { ...values, field } : values;
    },
    toInput: (row) =>
      Object.fromEntries(
        fields.map(({ name, schema, column, isPlace }) => [
          name,
          isPlace ? toCoordinates(row) : convert(schema, row[column], 'toInput'),
        ]),
      ),
  };
}

const toCoordinates = ({ latitude, longitude }: Fields): Fields | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };
