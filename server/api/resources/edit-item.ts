import { z } from 'zod';
import { notifySiteChanged } from '#server/api/changes/notify-site-changed.ts';
import { allocateIds } from '#server/api/database/ids.ts';
import { lockItemRevision, recordItemDeletion } from '#server/api/database/row-revisions.ts';
import { lockSiteForEdit } from '#server/api/database/site-import-lock.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { deleteRowByProperty } from '#server/api/database/table-rows.ts';
import { type Outcome, ok, refuse } from '#shared/outcome.ts';
import { canCreateItems } from '#shared/resource-spec.ts';
import {
  createResourceItemRef,
  type ItemInput,
  type ItemKey,
  type ItemRefusal,
  type Resource,
  readItem,
} from './resource.ts';

/**
 * `stale_revision`: the item was saved after the caller had read it; the refusal's `current` is the present item.
 * `invalid_key`: the key that the creator chose is none; the refusal's `issues` say why.
 */
type EditRefusal = ItemRefusal | 'not_found' | 'stale_revision' | 'invalid_key';

interface ItemState {
  key: ItemKey;
  revision: number;
}
type EditOutcome = Outcome<ItemState, EditRefusal>;

/** Creates an item. As with every edit, the caller writes the audit log, and rolls back after a refusal. */
export async function createItem(tx: SiteTx, resource: Resource, input: ItemInput): Promise<EditOutcome> {
  const { table, key: property, keys } = resource;
  if (!canCreateItems(resource) || !table || property === null) throw new Error(`a ${resource.name} cannot be created`);
  await lockSiteForEdit(tx);
  const [id] = keys === 'assigned' ? await allocateIds(tx, table, 1) : [];
  const chosen = id === undefined ? parseKey(resource, property, input) : ok(id);
  if (!chosen.ok) return chosen;
  const key = chosen.value;
  const revision = await lockItemRevision(tx, createResourceItemRef(resource, key));
  if (await readItem(tx, resource, key)) return refuse('already_exists', { values: { field: property } });
  return saveInput(tx, resource, { ...input, [property]: key }, { key, revision });
}

/** Returns the key that the creator chose. A number is validated before it is looked up, because its column has bounds. */
function parseKey(
  resource: Resource,
  property: string,
  input: ItemInput,
): Outcome<ItemKey, 'invalid_input' | 'invalid_key'> {
  const key = input[property];
  if (typeof key === 'string') return ok(key);
  if (typeof key !== 'number')
    return { ...refuse('invalid_input'), issues: [{ path: [property], message: 'is missing' }] };
  const field = resource.input instanceof z.ZodObject ? z.object({ [property]: resource.input.shape[property] }) : null;
  const issues = field?.safeParse(input).error?.issues;
  return issues ? { ...refuse('invalid_key'), input, issues } : ok(key);
}

/** Saves an item, unless it has changed since the caller read it at `revision`. */
export async function updateItem(
  tx: SiteTx,
  resource: Resource,
  input: ItemInput,
  { key, revision }: ItemState,
): Promise<EditOutcome> {
  const locked = await lockItem(tx, resource, { key, revision });
  if (!locked.ok) return locked;
  const identified = resource.key === null ? input : { ...input, [resource.key]: key };
  return saveInput(tx, resource, identified, { key, revision });
}

async function saveInput(tx: SiteTx, resource: Resource, input: ItemInput, before: ItemState): Promise<EditOutcome> {
  const completed = resource.completeInput ? await resource.completeInput(tx, input) : input;
  const saved = await resource.save(tx, completed);
  if (saved.ok) return ok({ key: before.key, revision: before.revision + 1 });
  // A row has one `mealIcon` or `list` where the input has the fields `mealIcons` and `newsletterList`.
  const column = saved.values?.field;
  if (typeof column !== 'string' || column in input) return saved;
  const field = Object.keys(input).find((name) => name.replace(/s$/, '').toLowerCase().endsWith(column.toLowerCase()));
  return field ? { ...saved, values: { ...saved.values, field } } : saved;
}

/**
 * Deletes an item, unless it has changed since the caller read it at `revision`. The deletion is recorded, so that no
 * import restores the item.
 */
export async function deleteItem(
  tx: SiteTx,
  resource: Resource,
  { key, revision }: ItemState,
): Promise<Outcome<null, EditRefusal>> {
  const { table, keys, column = resource.key } = resource;
  if (keys === 'fixed' || !table || column === null) throw new Error(`a ${resource.name} cannot be deleted`);
  const locked = await lockItem(tx, resource, { key, revision });
  if (!locked.ok) return locked;
  if (keys === 'assigned') await allocateIds(tx, table, 0);
  const removed = resource.remove ? await resource.remove(tx, key) : await deleteRowByProperty(tx, table, column, key);
  if (!removed.ok) return removed;
  await recordItemDeletion(tx, createResourceItemRef(resource, key));
  await notifySiteChanged(tx);
  return ok(null);
}

/** Locks an item until the transaction ends. Refuses if the item's revision is not `revision`. */
async function lockItem(
  tx: SiteTx,
  resource: Resource,
  { key, revision }: ItemState,
): Promise<Outcome<null, 'not_found' | 'stale_revision'>> {
  await lockSiteForEdit(tx);
  const storedRevision = await lockItemRevision(tx, createResourceItemRef(resource, key));
  const current = await readItem(tx, resource, key);
  if (!current && resource.keys !== 'fixed') return refuse('not_found');
  return storedRevision === revision ? ok(null) : { ...refuse('stale_revision'), current };
}
