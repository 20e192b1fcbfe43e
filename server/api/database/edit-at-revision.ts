import { type Outcome, refuse } from '#shared/outcome.ts';
import { type ItemRef, lockItemRevision, raiseItemRevisions } from './row-revisions.ts';
import type { SiteTx } from './site-transaction.ts';

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
