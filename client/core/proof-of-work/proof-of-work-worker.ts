// This module runs in a worker, so that the computation does not block typing. Vite builds it as a file of the site's
// origin, which the Content-Security-Policy allows.
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { ProofOfWorkChallenge } from '#shared/proof-of-work-challenge.ts';

/** Timeout of the computation. A browser that needs longer sends the form without a proof of work. */
const timeoutMs = 30_000;

globalThis.onmessage = async ({ data: challenge }: MessageEvent<ProofOfWorkChallenge>) => {
  globalThis.postMessage(await solve(challenge));
};

/**
 * Solves a challenge. The result is null if solving fails, because the page that started the worker could not catch a
 * rejection.
 */
const solve = async (challenge: ProofOfWorkChallenge) => {
  try {
    const solution = await solveChallenge({ challenge, deriveKey, timeout: timeoutMs });
    return solution && { counter: solution.counter, derivedKey: solution.derivedKey };
  } catch {
    return null;
  }
};
