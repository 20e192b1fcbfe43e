import type { ProofOfWorkChallenge } from '#shared/proof-of-work-challenge.ts';
import { callApi } from '../call-api.ts';

/** Maximum age of a proof of work. It is below the ten minutes for which the API accepts a challenge. */
const maxProofOfWorkAgeMs = 480_000;

/** The proof of work for the next form that is sent. It is not bound to a form, so all forms of a page share it. */
let prepared: { proof: Promise<string | undefined>; createdAt: number } | null = null;

const isUsable = (): boolean => prepared !== null && Date.now() - prepared.createdAt <= maxProofOfWorkAgeMs;

/** Begins to compute a proof of work, unless there is an unused one that has not reached the maximum age. */
export function prepareProofOfWork(): void {
  if (!isUsable()) prepared = { proof: computeProofOfWork(), createdAt: Date.now() };
}

/** Returns a proof of work for one attempt to send a form; undefined if none could be computed. */
export async function consumeProofOfWork(): Promise<string | undefined> {
  prepareProofOfWork();
  const taken = prepared?.proof;
  prepared = null;
  return taken;
}

/**
 * Maximum time to wait for the worker. It exceeds the worker's own timeout, and covers a worker that never responds.
 */
const maxSolveMs = 35_000;

/** Computes a proof of work. A failure is ignored, because the API accepts a few forms without one. */
const computeProofOfWork = (): Promise<string | undefined> =>
  callApi('GET /forms/challenge', { isBackground: true })
    .then(({ challenge }) => (challenge ? solve(challenge) : undefined))
    .catch(() => undefined);

/** Solves a challenge in a worker. Without HTTPS there is no solution, because the Web Crypto API requires it. */
async function solve(challenge: ProofOfWorkChallenge): Promise<string | undefined> {
  const worker = new Worker(new URL('./proof-of-work-worker.ts', import.meta.url), { type: 'module' });
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const solution = await new Promise<object | null>((resolve) => {
      timer = setTimeout(() => resolve(null), maxSolveMs);
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = () => resolve(null);
      worker.onmessageerror = () => resolve(null);
      worker.postMessage(challenge);
    });
    return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined;
  } finally {
    clearTimeout(timer);
    worker.terminate();
  }
}
