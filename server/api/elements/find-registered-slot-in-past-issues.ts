import { and, eq, gt, ne, sql } from 'drizzle-orm';
import { readDatabaseTime } from '#server/api/database/read-database-time.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { ElementInput } from '#shared/elements/element-input.ts';
import type { InputIssue } from '#shared/input-issue.ts';
import { elementRegistrations } from './elements-tables.ts';

/**
 * Finds upcoming slots with registrations that a save would move into the past, so that visitors could neither attend
 * nor cancel. Other slots may be in the past, because pages of past events stay online.
 */
export async function findRegisteredSlotInPastIssues(tx: SiteTx, { id, slots }: ElementInput): Promise<InputIssue[]> {
  const rows = await tx
    .selectDistinct({ slotId: elementRegistrations.slotId })
    .from(elementRegistrations)
    .where(
      and(
        eq(elementRegistrations.elementId, id),
        ne(elementRegistrations.state, 'CANCELLED'),
        gt(elementRegistrations.startsAt, sql`now()`),
      ),
    );
  const registered = new Set(rows.map(({ slotId }) => slotId));
  const now = (await readDatabaseTime(tx)).getTime();
  return slots.flatMap((slot, index): InputIssue[] =>
    registered.has(slot.id) && Date.parse(slot.startsAt) <= now
      ? [{ path: ['slots', index, 'startsAt'], message: 'must be in the future', code: 'registered_in_past' }]
      : [],
  );
}
