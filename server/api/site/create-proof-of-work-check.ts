import type { Db } from '#server/api/database/connect.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import type { ProofOfWorkService } from '#server/api/limits/proof-of-work-service.ts';
import { createAttemptCounter, type RateLimiter } from '#server/api/limits/rate-limiter.ts';
import { type RefusedOutcome, refuse } from '#shared/outcome.ts';
import { readParameter } from './read-parameters.ts';

/**
 * Checks the proof of work of a public form on sites that require one (parameter FORMS_PROOF_OF_WORK). Browsers without
 * scripts send no proof, so each network may send a few forms without one. Each solution is accepted once.
 * @returns The refusal; null if the form is accepted.
 */
export type CheckProofOfWork = (
  sender: { siteId: number; ipAddress: string },
  proof: string | undefined,
) => Promise<RefusedOutcome<'proof_invalid' | 'too_many'> | null>;

interface ProofOfWorkCheckDependencies {
  db: Db;
  limits: RateLimiter;
  proofOfWork: ProofOfWorkService;
}

export const createProofOfWorkCheck =
  ({ db, limits, proofOfWork }: ProofOfWorkCheckDependencies): CheckProofOfWork =>
  async ({ siteId, ipAddress }, proof) => {
    const isRequired = await withSiteTransaction(db, siteId, (tx) => readParameter(tx, 'FORMS_PROOF_OF_WORK'));
    if (!isRequired) return null;
    const countAttempt = createAttemptCounter(limits, siteId);
    if (!proof)
      return (
        (await countAttempt('form-unproven-client', ipAddress)) ??
        (await countAttempt('form-unproven-network', ipAddress))
      );
    const nonce = await proofOfWork.verify(siteId, proof);
    const isUnused = nonce !== null && (await limits.consume(siteId, 'form-proof', nonce));
    return isUnused ? null : refuse('proof_invalid');
  };
