import { leaveWord } from '#server/api/changes/leave-word.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readParameter } from '#server/api/site/site.ts';
import { addToStock } from './catalogue-repository.ts';

/** What is left of a declination, before and after something was sold or given back. */
export interface StockMove {
  declinationId: number;
  before: number;
  after: number;
}

/** Gives the stock back what was taken from it; declinations that are gone have none to give back to. */
export async function giveBackStock(
  tx: SiteTx,
  taken: readonly { declinationId: number; quantity: number }[],
): Promise<void> {
  const amounts = new Map<number, number>();
  for (const { declinationId, quantity } of taken)
    amounts.set(declinationId, (amounts.get(declinationId) ?? 0) + quantity);
  const moves: StockMove[] = [];
  // Rows are locked one after another in the order in which orders lock them, so that nobody waits in a circle.
  for (const [declinationId, quantity] of [...amounts].sort(([one], [other]) => one - other)) {
    const after = await addToStock(tx, declinationId, quantity);
    if (after !== null) moves.push({ declinationId, before: after - quantity, after });
  }
  await tellOfStock(tx, moves);
}

/**
 * Leaves word where pages now say something else: something is sold out, is there again, or is from now on counted
 * aloud (STOCK_LIMIT_DISPLAY) or no longer. Any other quantity is asked for once a page is shown.
 */
export async function tellOfStock(tx: SiteTx, moves: readonly StockMove[]): Promise<void> {
  if (moves.length === 0) return;
  const limit = (await readParameter(tx, 'STOCK_LIMIT_DISPLAY')) ?? 0;
  const level = (quantity: number) => (quantity <= 0 ? 'none' : quantity < limit ? 'few' : 'enough');
  if (moves.some(({ before, after }) => level(before) !== level(after))) await leaveWord(tx);
}
