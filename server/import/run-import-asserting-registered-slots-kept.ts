import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { countUpcomingRegistrationsByMissingSlot } from '#server/api/elements/registrations-repository.ts';
import { OperatorError } from '#server/operator-error.ts';

/**
 * Runs an import, and refuses it if it removes dates that have registrations, because such a removal sends no mail to
 * the participants (docs/rules.md, "Elements").
 * @throws OperatorError
 */
export async function runImportAssertingRegisteredSlotsKept<T>(tx: SiteTx, runImport: () => Promise<T>): Promise<T> {
  const missingBefore = new Set((await countUpcomingRegistrationsByMissingSlot(tx)).map(({ slotId }) => slotId));
  const result = await runImport();
  const removed = (await countUpcomingRegistrationsByMissingSlot(tx)).filter(
    ({ slotId }) => !missingBefore.has(slotId),
  );
  if (removed.length === 0) return result;
  const dates = removed.map(
    ({ slotId, title, startsAt, registrations }) =>
      `date ${slotId} of "${title}" (${startsAt.toISOString()}, ${registrations} registered)`,
  );
  throw new OperatorError(
    `People are registered for dates that the folder no longer contains: ${dates.join(', ')}. ` +
      'Keep these dates and set the status of the element to CANCELLED: every registered visitor then receives a mail.',
  );
}
