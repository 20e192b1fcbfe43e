// Runs in a worker, so that typing stays smooth. Vite builds a file of the own origin, which the
// Content-Security-Policy allows.
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { ProofOfWorkChallenge } from '#shared/proof-challenge.ts';

/** A browser that needs longer sends the form without a proof. */
const timeout = 30_000;

globalThis.onmessage = async ({ data: challenge }: MessageEvent<ProofOfWorkChallenge>) => {
  const solution = await solveChallenge({ challenge, deriveKey, timeout });
  globalThis.postMessage(solution && { counter: solution.counter, derivedKey: solution.derivedKey });
};
