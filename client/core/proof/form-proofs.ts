import type { ProofOfWorkChallenge } from '#shared/proof-challenge.ts';
import { callApi } from '../call-api.ts';

/** Maximum age of a proof. It is below the ten minutes for which the API accepts a challenge. */
const maxProofAgeMs = 480_000;

/** The proof for the next form that is sent. A proof is not bound to a form, so all forms of a page share it. */
let prepared: { proof: Promise<string | undefined>; createdAt: number } | null = null;

const isUsable = (): boolean => prepared !== null && Date.now() - prepared.createdAt <= maxProofAgeMs;

/** Begins to compute a proof, unless there is an unused one. */
export function prepareProof(): void {
  if (!isUsable()) prepared = { proof: createProof(), createdAt: Date.now() };
}

/** Returns a proof for one attempt to send a form; undefined if the browser cannot compute one. */
export async function consumeProof(): Promise<string | undefined> {
  prepareProof();
  const taken = prepared?.proof;
  prepared = null;
  return taken;
}

/**
 * Maximum time to wait for the worker. It exceeds the worker's own timeout, and covers a worker that never responds.
 */
const maxSolveMs = 35_000;

/** Creates a proof. A failure is ignored, because the API accepts a few forms without a proof. */
const createProof = (): Promise<string | undefined> =>
  callApi('GET /forms/challenge', { isBackground: true })
    .then(({ challenge }) => (challenge ? solve(challenge) : undefined))
    .catch(() => undefined);

/** Solves a challenge in a worker. Without HTTPS there is no solution, because browsers then offer no cryptography. */
async function solve(challenge: ProofOfWorkChallenge): Promise<string | undefined> {
  const worker = new Worker(new URL('./proof-worker.ts', import.meta.url), { type: 'module' });
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
