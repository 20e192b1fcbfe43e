import { eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { HandoverCart, RedeemHandoverResult } from '#shared/accounts/handover/handover-contract.ts';
import { type Outcome, ok } from '#shared/outcome.ts';
import type { AccountsCallContext } from './accounts-call-context.ts';
import { sessions } from './accounts-tables.ts';
import { authenticateSession, generateTokenWithHash } from './sessions.ts';
import { consumeAccountToken, consumeSingleUseToken, createSingleUseToken } from './single-use-tokens.ts';

/**
 * Stores cart and session under a new token, with which another host of the same site fetches them. The token can be
 * used once, within one minute.
 */
export async function createHandover(
  context: AccountsCallContext,
  cart: HandoverCart,
): Promise<Outcome<{ token: string }, 'too_many'>> {
  const tooMany =
    (await context.countAttempt('handover-client', context.ipAddress)) ??
    (await context.countAttempt('handover-network', context.ipAddress));
  if (tooMany) return tooMany;
  return context.withSiteTransaction(async (tx) => {
    const user = context.token === null ? null : await authenticateSession(tx, context.token);
    const handover = { cart, sessionHash: user?.tokenHash ?? null };
    return ok({
      token: await createSingleUseToken(tx, { purpose: 'HANDOVER', ...(user && { userId: user.id }), handover }),
    });
  });
}

/** Redeems a handover token, and moves the session. Returns null for a token that is unknown, used or expired. */
export async function redeemHandover(tx: SiteTx, token: string): Promise<RedeemHandoverResult | null> {
  const followed = await consumeAccountToken(tx, 'HANDOVER', token);
  const link = followed ? followed.link : await consumeSingleUseToken(tx, 'HANDOVER', token);
  if (!link?.handover) return null;
  const { cart, sessionHash } = link.handover;
  return { cart, token: sessionHash === null ? null : await moveSession(tx, sessionHash) };
}

/**
 * Replaces the token of a session. The old token becomes invalid, so that the session exists on one host only and one
 * log-out ends it.
 * @returns Null if the session has ended meanwhile.
 */
async function moveSession(tx: SiteTx, sessionHash: string): Promise<string | null> {
  const { token, hash } = generateTokenWithHash();
  const moved = await tx
    .update(sessions)
    .set({ tokenHash: hash })
    .where(eq(sessions.tokenHash, sessionHash))
    .returning({ tokenHash: sessions.tokenHash });
  return moved.length > 0 ? token : null;
}
