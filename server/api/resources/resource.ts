import { and, asc, eq, getTableColumns, inArray, type SQL } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { createItemRef, type ItemRef } from '#server/api/database/row-revisions.ts';
import { rowRevisions } from '#server/api/database/row-revisions-tables.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { getTableShape, type RowsOfTable, type SaveRefusal } from '#server/api/database/table-rows.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import { type Outcome, type RefusedOutcome, refuse } from '#shared/outcome.ts';
import type { ResourceSpec } from '#shared/resource-spec.ts';

export type ItemKey = string | number;
/** The input for an item before validation. New rows of its parts may lack their ids. */
export type ItemInput = Readonly<Record<string, unknown>>;

/** Rows of another table that belong to an item, such as the variants of a product. */
interface ResourceChildTable {
  table: PgTable;
  /** The property with the key of the item; absent if the site has only one such item, to which all rows belong. */
  foreignKey?: string;
  /** True if the rows are secret, so that reading the item omits them. */
  isSecret?: boolean;
}

/** An item before and after an edit; null for an item that does not exist. */
interface ItemChange {
  before: ItemInput | null;
  after: ItemInput | null;
}

/**
 * The reasons why the save function of a resource can refuse an edit; the contract has a status for each:
 * - those of constraints, see `SaveRefusal`.
 * - `invalid_input`: the input violates its schema or contradicts stored data; the refusal's `issues` name the fields.
 * - `already_sent`: the item is a newsletter issue that is scheduled or was sent.
 * - `still_used_by`: the items that the refusal names use a removed value.
 * - `newsletter_named`: the consent fields of forms do not contain the new name of the newsletter list.
 * - `collection_times_left`: the address loses its type while it still has collection times.
 * - `pickup_points_missing`: a carrier delivers to pickup points, and there is none.
 */
export type ItemRefusal =
  | SaveRefusal
  | 'invalid_input'
  | 'already_sent'
  | 'still_used_by'
  | 'newsletter_named'
  | 'collection_times_left'
  | 'pickup_points_missing';

export type ItemOutcome = Outcome<null, ItemRefusal>;

interface ResourceBase {
  /** The table with the items; null if an item consists only of rows in other tables (`parts`). */
  table: PgTable | null;
  /** The table's property that is the item's key, if its name differs from `key`. */
  column?: string;
  parts?: Readonly<Record<string, ResourceChildTable>>;
  /** Assigns ids to the new values in an input, such as the variants of a product, which have none yet. */
  completeInput?: (tx: SiteTx, input: ItemInput) => Promise<ItemInput>;
  /**
   * Checks whether only a SUPER_ADMIN may change an item at all, such as the list of scripts that run on the site's
   * pages.
   */
  isReservedItem?: (item: ItemInput) => boolean;
  /**
   * Checks whether only a SUPER_ADMIN may make a change, such as one of the scripts in a page tree. If a resource has
   * this function, only a SUPER_ADMIN may revert its items to the import, because the next import may change any part
   * of the items.
   */
  isReservedChange?: (change: ItemChange) => boolean;
  /** Returns facts of a stored item that staff see but cannot edit, such as the size of an image. */
  describe?: (stored: StoredRowWithParts) => Readonly<Record<string, string | number>>;
  /** The SQL of those fields of the list whose value is not that of a column, such as the type of a product. */
  listFieldSql?: Readonly<Record<string, SQL>>;
  /** Returns the SQL for further text of an item that the search looks in, such as the references of its variants. */
  searchedTextSql?: () => SQL;
  /** Replaces the plain deletion of the item's row, for example to check references that no foreign key checks. */
  remove?: (tx: SiteTx, key: ItemKey) => Promise<ItemOutcome>;
}

interface ResourceDefinition<Input, Stored> extends ResourceBase, ResourceSpec<Input> {
  save: (tx: SiteTx, input: Input) => Promise<ItemOutcome>;
  /**
   * Converts a stored item with the rows of its parts to the input that saves the item unchanged. By default the input
   * has those properties of the stored item that the input schema names.
   */
  toInput?: (stored: Stored) => NoInfer<Input>;
}

/** A kind of item that staff can edit. `edit-item.ts` creates, updates and deletes the items of any resource. */
export interface Resource<Item = ItemInput> extends ResourceBase, ResourceSpec<unknown> {
  save: (tx: SiteTx, input: ItemInput) => Promise<ItemOutcome>;
  /** Converts a stored item with the rows of its parts to an input, which would leave the item unchanged if saved. */
  toInput: (stored: StoredRowWithParts) => Item;
  /** Returns the rows of the valid inputs of a site's file (`file` of the spec); absent if an import has code of its own. */
  toRows?: (items: readonly ItemInput[]) => RowsOfTable[];
}

/** Checks whether only a SUPER_ADMIN may make a change. By default every change is open to all staff. */
export function needsSuperAdmin(resource: Resource, change: ItemChange): boolean {
  const item = change.after ?? change.before;
  return Boolean((item && resource.isReservedItem?.(item)) || resource.isReservedChange?.(change));
}

/** Checks whether only a SUPER_ADMIN may revert an item to the import, which then decides what the item contains. */
export const requiresSuperAdminToRevert = (resource: Resource, item: ItemInput): boolean =>
  resource.isReservedChange !== undefined || Boolean(resource.isReservedItem?.(item));

/** A row of a resource's table with the rows of its parts, without site ids. */
export type StoredRowWithParts = Record<string, unknown>;

export const defineResource = <Input, Stored = StoredRowWithParts>(
  definition: ResourceDefinition<Input, Stored>,
): Resource<Input> => ({
  ...definition,
  // The caller passes rows of the table and the parts that the definition names, which `Stored` describes.
  toInput:
    (definition.toInput as ((stored: StoredRowWithParts) => Input) | undefined) ??
    (pickInputFields(definition.input) as (stored: StoredRowWithParts) => Input),
  save: async (tx, input) => {
    const parsed = definition.input.safeParse(input);
    if (parsed.success) return definition.save(tx, parsed.data);
    return { ...refuse('invalid_input'), input, issues: parsed.error.issues };
  },
});

function pickInputFields(input: z.ZodType): (stored: StoredRowWithParts) => ItemInput {
  if (!(input instanceof z.ZodObject)) throw new Error('the input schema has no fields: define toInput');
  const fields = Object.keys(input.shape);
  return (stored) => Object.fromEntries(fields.flatMap((field) => (field in stored ? [[field, stored[field]]] : [])));
}

export const toRevisionKind = ({ table, name }: Pick<Resource, 'table' | 'name'>): string =>
  table ? getTableShape(table).name : name;

export const createResourceItemRef = (of: Pick<Resource, 'table' | 'name' | 'key'>, key: ItemKey): ItemRef =>
  of.key === null ? createItemRef(toRevisionKind(of)) : createItemRef(toRevisionKind(of), key);

interface RefusableIssue<Refusal extends string> {
  refusal: Refusal;
  path: readonly (string | number)[];
}

/**
 * Refuses a save because of the first violation of a rule between items, and names the field of the input.
 * @returns Null if no rule is violated.
 */
export function refuseFirstItemIssue<Refusal extends string>([
  issue,
]: readonly RefusableIssue<Refusal>[]): RefusedOutcome<Refusal> | null {
  return issue ? refuse(issue.refusal, { values: { field: String(issue.path[0]) } }) : null;
}

const maxNames = 5;

/**
 * Refuses an edit because other items use what it removes, and names them in the site's default language.
 * @param refusal A refusal whose message has the placeholder `items`.
 */
export async function createStillUsedRefusal<Refusal extends string>(
  tx: SiteTx,
  refusal: Refusal,
  names: readonly Localized[],
): Promise<RefusedOutcome<Refusal>> {
  const [site] = await tx.select({ lang: sites.defaultLang }).from(sites).where(eq(sites.id, tx.siteId));
  if (!site) throw new Error(`there is no site ${tx.siteId}`);
  const shown = names.slice(0, maxNames).map((name) => resolveLocalized(name, site.lang, site.lang));
  return refuse(refusal, { values: { items: names.length > maxNames ? `${shown.join(', ')}, …` : shown.join(', ') } });
}

/** An item as the input that saves it unchanged, and its revision, on which the next save must be based. */
export interface StoredItem<Item = ItemInput> {
  key: ItemKey;
  revision: number;
  item: Item;
  /** The time at which the item was archived because orders refer to it; null for an item that is not archived. */
  archivedAt: Date | null;
  /** Facts of the item that cannot be edited; absent for resources that have none. */
  info?: Readonly<Record<string, string | number>>;
}

/** Reads an item with its rows in other tables. Returns null if it does not exist. */
export async function readItem<Item>(
  tx: SiteTx,
  resource: Resource<Item>,
  key: ItemKey,
): Promise<StoredItem<Item> | null> {
  return (await readItems(tx, resource, [key]))[0] ?? null;
}

/**
 * Reads items with their rows in other tables, with one query for each table.
 * @returns The items in the order of `keys`. Items that do not exist are left out.
 */
export async function readItems<Item>(
  tx: SiteTx,
  resource: Resource<Item>,
  keys: readonly ItemKey[],
): Promise<StoredItem<Item>[]> {
  const { table, column = resource.key } = resource;
  const rows = table
    ? Map.groupBy(await readRows(tx, table, column, keys), (row) => (column === null ? keys[0] : row[column]))
    : new Map(keys.map((key) => [key as unknown, [{ [column ?? 'key']: key }]]));
  const parts = await readParts(tx, resource, keys);
  const revisions = await readRevisions(tx, resource, keys);
  return keys.flatMap((key) => {
    const [row] = rows.get(key) ?? [];
    if (!row) return [];
    const ownParts = Object.fromEntries([...parts].map(([name, rowsOf]) => [name, rowsOf(key)]));
    const item = resource.toInput({ ...row, ...ownParts });
    const archivedAt = row.archivedAt instanceof Date ? row.archivedAt : null;
    const revision = revisions.get(createResourceItemRef(resource, key).key) ?? 0;
    return [{ key, revision, item, archivedAt, ...(resource.describe && { info: resource.describe(row) }) }];
  });
}

type RowsOfItem = (key: ItemKey) => StoredRowWithParts[];

/** Reads the rows of items in other tables, except secret ones. */
async function readParts(
  tx: SiteTx,
  { parts = {} }: Pick<Resource, 'parts'>,
  keys: readonly ItemKey[],
): Promise<Map<string, RowsOfItem>> {
  const result = new Map<string, RowsOfItem>();
  const readable = Object.entries(parts).filter(([, { isSecret }]) => !isSecret);
  for (const [name, part] of readable) result.set(name, await readPart(tx, part, keys));
  return result;
}

async function readPart(
  tx: SiteTx,
  { table, foreignKey }: ResourceChildTable,
  keys: readonly ItemKey[],
): Promise<RowsOfItem> {
  const rows = await readRows(tx, table, foreignKey ?? null, keys);
  if (foreignKey === undefined) return () => rows;
  const byItem = Map.groupBy(rows, (row) => row[foreignKey]);
  return (key) => byItem.get(key) ?? [];
}

/** Reads the rows whose `property` is one of the keys, or all rows of the site if `property` is null. */
async function readRows(
  tx: SiteTx,
  table: PgTable,
  property: string | null,
  keys: readonly ItemKey[],
): Promise<StoredRowWithParts[]> {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const keyColumn = property === null ? undefined : columns[property];
  if (property !== null && !keyColumn) throw new Error(`the table has no property ${property}`);
  const rows = await tx
    .select()
    .from(table)
    .where(keyColumn && inArray(keyColumn, [...keys]))
    .orderBy(...listOrderColumns(table, columns).map((column) => asc(column)));
  return rows.map(({ siteId: _, ...row }: StoredRowWithParts) => row);
}

/**
 * Returns the columns by which rows are sorted. The primary key sorts rows without a position or id, so that each read
 * returns the same order.
 */
const listOrderColumns = (table: PgTable, { position, id }: Record<string, PgColumn>): PgColumn[] =>
  [position, id, ...getTableConfig(table).primaryKeys.flatMap((key) => key.columns)].filter(
    (column) => column !== undefined,
  );

async function readRevisions(
  tx: SiteTx,
  resource: Pick<Resource, 'table' | 'name' | 'key'>,
  keys: readonly ItemKey[],
): Promise<Map<string, number>> {
  const recordedKeys = keys.map((key) => createResourceItemRef(resource, key).key);
  const rows = await tx
    .select({ key: rowRevisions.key, revision: rowRevisions.revision })
    .from(rowRevisions)
    .where(and(eq(rowRevisions.kind, toRevisionKind(resource)), inArray(rowRevisions.key, recordedKeys)));
  return new Map(rows.map(({ key, revision }) => [key, revision]));
}
