import type { PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { createItemRef, type ItemRef } from '#server/api/database/row-revisions.ts';
import type { SaveOutcome } from '#server/api/database/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readTableShape } from '#server/api/database/table-shape.ts';
import { type Outcome, refuse } from '#shared/outcome.ts';

export type ItemKey = string | number;
/** An input that is not validated yet and may lack ids. */
export type ItemDraft = Readonly<Record<string, unknown>>;

/** Rows that belong to an item. */
export interface ResourcePart {
  table: PgTable;
  /** The property with the item's key; absent if all rows of the site belong to its only item. */
  by?: string;
  /** Excluded when the item is read, because the rows are secret. */
  isSecret?: boolean;
}

interface ResourceBase {
  /** As in the path `/admin/<name>`. */
  name: string;
  /** The table of the items; null if an item consists of its parts. */
  table: PgTable | null;
  /** The input's property with the key; null for the only item of a site. */
  key: string | null;
  /** The table's property with the key, if it differs from `key`. */
  column?: string;
  /**
   * `assigned`: creation assigns an id. `chosen`: the creator chooses the key. `fixed`: items cannot be created or
   * deleted, only saved.
   */
  keys: 'assigned' | 'chosen' | 'fixed';
  parts?: Readonly<Record<string, ResourcePart>>;
  /** Adds the ids that new parts of a draft lack. */
  completeDraft?: (tx: SiteTx, draft: ItemDraft) => Promise<ItemDraft>;
  /** Replaces the deletion of the item's row, for example to check references that no foreign key checks. */
  remove?: (tx: SiteTx, key: ItemKey) => Promise<SaveOutcome>;
}

interface ResourceDefinition<Input> extends ResourceBase {
  input: z.ZodType<Input>;
  save: (tx: SiteTx, input: Input) => Promise<SaveOutcome>;
}

/** A kind of item that staff edits. `edit-item.ts` creates, updates and deletes the items of any resource. */
export interface Resource extends ResourceBase {
  input: z.ZodType;
  /** Validates and saves. */
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

/** The name under which revisions of the items are recorded. */
export const toResourceKind = ({ table, name }: Pick<Resource, 'table' | 'name'>): string =>
  table ? readTableShape(table).name : name;

export const toItemRef = (of: Pick<Resource, 'table' | 'name' | 'key'>, key: ItemKey): ItemRef =>
  of.key === null ? createItemRef(toResourceKind(of)) : createItemRef(toResourceKind(of), key);
