import type { ProofOfWorkChallenge } from '#shared/proof-challenge.ts';
import { callApi } from '../call-api.ts';

/** Shorter than the ten minutes for which the API accepts a challenge. */
const maxProofAgeMs = 480_000;

/** The proof for the next form that is sent. A proof belongs to no form, so all forms of a page share it. */
let prepared: { proof: Promise<string | undefined>; createdAt: number } | null = null;

const isUsable = (): boolean => prepared !== null && Date.now() - prepared.createdAt <= maxProofAgeMs;

/** Begins to compute a proof, unless one is waiting. */
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

/** A little longer than the time after which the worker gives up, for a worker that answers nothing. */
const maxSolveMs = 35_000;

/** The API accepts a few forms without a proof, so a failure only means that there is none. */
const createProof = (): Promise<string | undefined> =>
  callApi('GET /forms/challenge', { isBackground: true })
    .then(({ challenge }) => (challenge ? solve(challenge) : undefined))
    .catch(() => undefined);

/** On a page without HTTPS, browsers offer no cryptography, and the worker answers null. */
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
