import { createHmac } from 'node:crypto';
import { createChallenge, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { z } from 'zod';
import { ProofOfWorkChallenge, ProofOfWorkField } from '#shared/proof-of-work-challenge.ts';

const challengeTtlSeconds = 600;

/**
 * The difficulty of a challenge. A browser derives 256 keys on average, which takes about half a second on a computer
 * and a few seconds on an old phone. The server derives one.
 */
const difficulty = { algorithm: 'PBKDF2/SHA-256', cost: 5_000, keyLength: 32, keyPrefix: '00' } as const;

const SolvedChallenge = z.strictObject({
  challenge: ProofOfWorkChallenge,
  solution: z.object({ counter: z.int().min(0).max(0xffff_ffff), derivedKey: z.string().max(200) }),
});

export interface ProofOfWorkService {
  createChallenge(siteId: number, now: number): Promise<ProofOfWorkChallenge>;
  /** @returns The nonce of the solved challenge; null if the proof is malformed, forged, of another site or expired. */
  verify(siteId: number, proof: string): Promise<string | null>;
}

/** Derives the signing key of a site, so that no site accepts a challenge of another one. */
const deriveSigningKey = (secret: string, siteId: number): string =>
  createHmac('sha256', secret).update(`proof-of-work:${siteId}`).digest('hex');

/**
 * Creates and verifies challenges of the ALTCHA protocol (https://altcha.org), which need no third party.
 * @param secrets The first one signs. While secrets are rotated, challenges signed with any of them are valid.
 */
export function createProofOfWorkService(secrets: readonly [string, ...string[]]): ProofOfWorkService {
  return {
    async createChallenge(siteId, now) {
      const challenge = await createChallenge({
        ...difficulty,
        deriveKey,
        hmacSignatureSecret: deriveSigningKey(secrets[0], siteId),
        expiresAt: Math.floor(now / 1_000) + challengeTtlSeconds,
      });
      return ProofOfWorkChallenge.parse(challenge);
    },
    async verify(siteId, proof) {
      const parsed = parseProofOfWork(proof);
      if (!parsed) return null;
      for (const secret of secrets) {
        const hmacSignatureSecret = deriveSigningKey(secret, siteId);
        const { verified } = await verifySolution({ ...parsed, deriveKey, hmacSignatureSecret });
        if (verified) return parsed.challenge.parameters.nonce;
      }
      return null;
    },
  };
}

function parseProofOfWork(text: string): z.infer<typeof SolvedChallenge> | undefined {
  if (!ProofOfWorkField.safeParse(text).success) return undefined;
  try {
    return SolvedChallenge.safeParse(JSON.parse(Buffer.from(text, 'base64').toString())).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
