import { createHash, randomBytes } from 'node:crypto';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { getOrCreateSalt, insertVisit } from './site-repository.ts';

/**
 * Records the source of a visit, once for each visitor and day (in UTC). Visitors are identified by a hash whose salt is
 * deleted after the day: neither IP address nor browser is stored, so visits of different days cannot be linked.
 */
export async function logVisit(
  tx: SiteTx,
  source: string,
  visitor: { address: string; userAgent: string },
  now: Date,
): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  const salt = await getOrCreateSalt(tx, day, randomBytes(16).toString('base64url'));
  const hash = createHash('sha256').update(`${salt}\n${visitor.address}\n${visitor.userAgent}`).digest('base64url');
  await insertVisit(tx, { day, visitor: hash, source });
}
