// Runs in a worker, so that typing stays smooth. Vite builds a file of the own origin, which the
// Content-Security-Policy allows.
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import type { ProofOfWorkChallenge } from '#shared/proof-of-work-challenge.ts';

/** A browser that needs longer sends the form without a proof of work. */
const timeout = 30_000;

globalThis.onmessage = async ({ data: challenge }: MessageEvent<ProofOfWorkChallenge>) => {
  globalThis.postMessage(await solve(challenge));
};

/** A rejection would reach no listener of the page that started the worker, so a failure gives null. */
const solve = async (challenge: ProofOfWorkChallenge) => {
  try {
    const solution = await solveChallenge({ challenge, deriveKey, timeout });
    return solution && { counter: solution.counter, derivedKey: solution.derivedKey };
  } catch {
    return null;
  }
};
