import type { PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { createItemRef, type ItemRef } from '#server/api/database/row-revisions.ts';
import type { SaveOutcome } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readTableShape } from '#server/api/database/table-shape.ts';
import { type Outcome, refuse } from '#shared/outcome.ts';

export type ItemKey = string | number;
/** The input for an item before validation. New parts may lack their ids. */
export type ItemDraft = Readonly<Record<string, unknown>>;

/** Rows of another table that belong to an item, such as the variants of a product. */
export interface ResourcePart {
  table: PgTable;
  /** The property with the key of the item; absent if the site has only one such item, to which all rows belong. */
  by?: string;
  /** True if the rows are secret, so that reading the item omits them. */
  isSecret?: boolean;
}

interface ResourceBase {
  /** Name of the resource in the URL path `/admin/<name>`. */
  name: string;
  /** The table with the items; null if an item consists of its parts only. */
  table: PgTable | null;
  /** The property of the input that is the item's key; null if a site has only one such item. */
  key: string | null;
  /** The table's property that is the item's key, if its name differs from `key`. */
  column?: string;
  /**
   * How new items get their key. `assigned`: the system assigns an id. `chosen`: the creator chooses the key. `fixed`:
   * items cannot be created or deleted, only saved.
   */
  keys: 'assigned' | 'chosen' | 'fixed';
  parts?: Readonly<Record<string, ResourcePart>>;
  /** Assigns ids to those new parts of a draft that have none. */
  completeDraft?: (tx: SiteTx, draft: ItemDraft) => Promise<ItemDraft>;
  /** Replaces the plain deletion of the item's row, for example to check references that no foreign key checks. */
  remove?: (tx: SiteTx, key: ItemKey) => Promise<SaveOutcome>;
}

interface ResourceDefinition<Input> extends ResourceBase {
  input: z.ZodType<Input>;
  save: (tx: SiteTx, input: Input) => Promise<SaveOutcome>;
}

/** A kind of item that staff can edit. `edit-item.ts` creates, updates and deletes the items of any resource. */
export interface Resource extends ResourceBase {
  input: z.ZodType;
  /** Validates a draft and saves it. */
  save: (tx: SiteTx, draft: ItemDraft) => Promise<Outcome<null, SaveRefusalOfDraft>>;
}

type SaveRefusalOfDraft = Extract<SaveOutcome, { ok: false }>['refusal'] | 'invalid_input';

export const defineResource = <Input>(definition: ResourceDefinition<Input>): Resource => ({
  ...definition,
  save: async (tx, draft) => {
    const parsed = definition.input.safeParse(draft);
    if (parsed.success) return definition.save(tx, parsed.data);
    return { ...refuse('invalid_input'), issues: parsed.error.issues };
  },
});

/** Returns the name under which the revisions of a resource's items are recorded. */
export const toResourceKind = ({ table, name }: Pick<Resource, 'table' | 'name'>): string =>
  table ? readTableShape(table).name : name;

export const toItemRef = (of: Pick<Resource, 'table' | 'name' | 'key'>, key: ItemKey): ItemRef =>
  of.key === null ? createItemRef(toResourceKind(of)) : createItemRef(toResourceKind(of), key);
