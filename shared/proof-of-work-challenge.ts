import { z } from 'zod';

/** A signed task of the ALTCHA protocol, which a browser solves before it sends a form. */
export const ProofOfWorkChallenge = z.strictObject({
  parameters: z.strictObject({
    algorithm: z.literal('PBKDF2/SHA-256'),
    /** Number of iterations for each derived key. */
    cost: z.int().min(1).max(100_000),
    /** Seconds since 1970. */
    expiresAt: z.int(),
    keyLength: z.int().min(1).max(64),
    /** The beginning of the derived key that solves the task, in hexadecimal. */
    keyPrefix: z.string().max(8),
    nonce: z.string().max(64),
    salt: z.string().max(64),
  }),
  signature: z.string().max(128),
});
export type ProofOfWorkChallenge = z.infer<typeof ProofOfWorkChallenge>;

const maxProofOfWorkLength = 2_000;

/**
 * The field `altcha` of a form: a challenge with its solution as Base64-encoded JSON. Browsers without scripts send
 * none.
 */
export const ProofOfWorkField = z.string().max(maxProofOfWorkLength).optional();
