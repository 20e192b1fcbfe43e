import { and, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { type Outcome, refuse } from '#shared/outcome.ts';
import { rowRevisions } from './row-revisions-tables.ts';
import type { SiteTx } from './site-transaction.ts';
import { getTableShape, type RowsOfTable } from './table-rows.ts';

/** Identifies an item that staff can edit, such as a carrier or the page tree of one language. */
export interface ItemRef {
  /** Name of the item's database table, or of its resource if it has no table, such as a page tree. */
  kind: string;
  /** The item's key as a JSON array. */
  key: string;
}

/**
 * Creates the reference to an item.
 * @param values The item's key; empty for an item that a site has only once, such as its theme.
 */
export const createItemRef = (kind: string, ...values: readonly (string | number)[]): ItemRef => ({
  kind,
  key: JSON.stringify(values),
});

/**
 * Returns references to the items that a save changes. Row builders list the table of the items before the tables of
 * their parts. The first table can be empty, because images and other files share one row builder.
 */
export function toSavedItemRefs(tables: readonly RowsOfTable[]): ItemRef[] {
  const items = tables.find(({ rows }) => rows.length > 0);
  if (!items) return [];
  const shape = getTableShape(items.table);
  const properties = shape.key.map((column) => shape.properties.get(column) ?? column);
  return items.rows.map((row) =>
    createItemRef(shape.name, ...properties.map((property) => row[property] as string | number)),
  );
}

const listSql = (refs: readonly ItemRef[]): SQL =>
  sql`jsonb_to_recordset(${JSON.stringify(refs)}::jsonb) as ref(kind text, key text)`;

/** Raises the revision of saved items by one, and removes records of their deletion and of a requested revert. */
export async function raiseItemRevisions(tx: SiteTx, refs: readonly ItemRef[]): Promise<void> {
  if (refs.length === 0) return;
  await tx.execute(sql`
    insert into row_revisions as r (kind, key, revision)
    select distinct kind, key, 1 from ${listSql(refs)} order by kind, key
    on conflict (site_id, kind, key) do update
       set revision = r.revision + 1, deleted_at = null, revert_requested_at = null`);
}

/** Records that the next import replaces an item with all its dependent rows. The caller must have locked the item. */
export async function recordPendingRevert(tx: SiteTx, { kind, key }: ItemRef): Promise<void> {
  await tx.execute(sql`update row_revisions set revert_requested_at = now() where kind = ${kind} and key = ${key}`);
}

/** Checks whether staff have requested the revert of the item to the import, and have not edited it since. */
export async function readWhetherRevertIsPending(tx: SiteTx, { kind, key }: ItemRef): Promise<boolean> {
  const ofItem = and(eq(rowRevisions.kind, kind), eq(rowRevisions.key, key), isNotNull(rowRevisions.revertRequestedAt));
  return (await tx.$count(rowRevisions, ofItem)) > 0;
}

/** Removes the requests to revert items, once an import has replaced the items. */
export async function clearAllPendingReverts(tx: SiteTx): Promise<void> {
  await tx.execute(sql`update row_revisions set revert_requested_at = null where revert_requested_at is not null`);
}

/** Raises the revisions of items that were deleted and now exist again, and removes the records of their deletion. */
export async function recordRecreationsOfDeletedItems(tx: SiteTx, refs: readonly ItemRef[]): Promise<void> {
  if (refs.length === 0) return;
  await tx.execute(sql`
    update row_revisions r set revision = r.revision + 1, deleted_at = null from ${listSql(refs)}
     where (r.kind, r.key) = (ref.kind, ref.key)`);
}

/**
 * Locks an item until the transaction ends. Of two concurrent saves that are based on the same revision, the second is
 * therefore refused.
 */
export async function lockItemRevision(tx: SiteTx, { kind, key }: ItemRef): Promise<number> {
  const { rows } = await tx.execute<{ revision: number }>(sql`
    insert into row_revisions as r (kind, key, revision) values (${kind}, ${key}, 0)
    on conflict (site_id, kind, key) do update set revision = r.revision returning revision`);
  return rows[0]?.revision ?? 0;
}

/** Reads an item's revision without a lock. An item that was never edited has revision 0. */
export async function readItemRevision(tx: SiteTx, { kind, key }: ItemRef): Promise<number> {
  const [row] = await tx
    .select({ revision: rowRevisions.revision })
    .from(rowRevisions)
    .where(and(eq(rowRevisions.kind, kind), eq(rowRevisions.key, key)));
  return row?.revision ?? 0;
}

/** Reads the revisions of items whose key is one id, as a function of the id; 0 for an item that was never edited. */
export async function readItemRevisionLookup(
  tx: SiteTx,
  kind: string,
  ids: readonly number[],
): Promise<(id: number) => number> {
  const keyOf = (id: number) => createItemRef(kind, id).key;
  const rows = await tx
    .select({ key: rowRevisions.key, revision: rowRevisions.revision })
    .from(rowRevisions)
    .where(and(eq(rowRevisions.kind, kind), inArray(rowRevisions.key, ids.map(keyOf))));
  const revisions = new Map(rows.map(({ key, revision }) => [key, revision]));
  return (id) => revisions.get(keyOf(id)) ?? 0;
}

/** Records that an item was deleted, so that no import restores it. The caller must have locked the item. */
export async function recordItemDeletion(tx: SiteTx, { kind, key }: ItemRef): Promise<void> {
  await tx.execute(sql`
    update row_revisions set revision = revision + 1, deleted_at = now(), revert_requested_at = null
     where kind = ${kind} and key = ${key}`);
}

interface RevisedEdit<Value, Refusal extends string> {
  item: ItemRef;
  /** The revision that the caller has read and based the edit on. */
  revision: number;
  edit: () => Promise<Outcome<Value, Refusal>>;
  /** Reads the current item, in the form in which the caller has read it. */
  readCurrent: () => Promise<unknown>;
}

/**
 * Makes an edit and raises the item's revision, unless the item has changed since the revision on which the edit is
 * based. The refusal then contains the current item, so that the caller can show both versions. The caller must have
 * checked that the item exists.
 */
export async function editAtRevision<Value, Refusal extends string>(
  tx: SiteTx,
  { item, revision, edit, readCurrent }: RevisedEdit<Value, Refusal>,
): Promise<Outcome<Value, Refusal | 'stale_revision'>> {
  if ((await lockItemRevision(tx, item)) !== revision)
    return { ...refuse('stale_revision'), current: await readCurrent() };
  const outcome = await edit();
  if (outcome.ok) await raiseItemRevisions(tx, [item]);
  return outcome;
}
