import { createHash, randomBytes } from 'node:crypto';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { keepVisit, saltOf } from './site-repository.ts';

/**
 * Notes that somebody came from `source`, once for each visitor and day (in UTC). The visitor is known by a hash under
 * a salt that is forgotten with the day: neither address nor browser is stored, and nobody can be followed.
 */
export async function logVisit(
  tx: SiteTx,
  source: string,
  visitor: { address: string; userAgent: string },
  now: Date,
): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  const salt = await saltOf(tx, day, randomBytes(16).toString('base64url'));
  const hash = createHash('sha256').update(`${salt}\n${visitor.address}\n${visitor.userAgent}`).digest('base64url');
  await keepVisit(tx, { day, visitor: hash, source });
}
