import type { SQL } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { createItemRef, type ItemRef } from '#server/api/database/row-revisions.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { getTableShape, type RowsOfTable, type SaveRefusal } from '#server/api/database/table-rows.ts';
import { type Outcome, refuse } from '#shared/outcome.ts';
import type { ResourceSpec } from '#shared/resource-spec.ts';

export type ItemKey = string | number;
/** The input for an item before validation. New rows of its parts may lack their ids. */
export type ItemInput = Readonly<Record<string, unknown>>;

/** Rows of another table that belong to an item, such as the variants of a product. */
export interface ResourceChildTable {
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
