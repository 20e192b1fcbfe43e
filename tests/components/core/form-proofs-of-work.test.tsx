import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { consumeProofOfWork } from '#client/core/proof-of-work/form-proofs-of-work.ts';
import type { ProofOfWorkChallenge } from '#shared/proof-of-work-challenge.ts';
import { stubApi } from '../stub-api.ts';

const challenge: ProofOfWorkChallenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    expiresAt: 2_000_000_000,
    keyLength: 32,
    keyPrefix: '0',
    nonce: '00',
    salt: '00',
  },
  signature: '00',
};
const solution = { counter: 3, derivedKey: '0a' };

/** Replaces the worker by one that handles the challenge with `handle`. */
function stubWorker(handle: (worker: Pick<Worker, 'onmessage'>) => void) {
  const terminate = vi.fn();
  const StubWorker = class {
    onmessage: Worker['onmessage'] = null;
    terminate = terminate;
    postMessage() {
      handle(this);
    }
  };
  vi.stubGlobal('Worker', StubWorker);
  return terminate;
}
const answer = (data: unknown) =>
  stubWorker((worker) => worker.onmessage?.call(worker as Worker, new MessageEvent('message', { data })));

beforeEach(() => void stubApi({ 'GET /forms/challenge': { data: { challenge } } }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the proof of work of a form', () => {
  it('contains the challenge with the solution of the worker', async () => {
    answer(solution);
    expect(JSON.parse(atob((await consumeProofOfWork()) ?? ''))).toEqual({ challenge, solution });
  });

  it('is missing if the worker found no solution', async () => {
    const terminate = answer(null);
    expect(await consumeProofOfWork()).toBeUndefined();
    expect(terminate).toHaveBeenCalledOnce();
  });

  it('is missing if the worker does not respond within 35 seconds', async () => {
    const { promise: workerRequest, resolve } = Promise.withResolvers<void>();
    vi.useFakeTimers();
    const terminate = stubWorker(() => resolve());
    const proofOfWork = consumeProofOfWork();
    await workerRequest;
    await vi.advanceTimersByTimeAsync(35_000);
    expect(await proofOfWork).toBeUndefined();
    expect(terminate).toHaveBeenCalledOnce();
  });

  it('is missing in a browser that starts no worker', async () => {
    vi.stubGlobal('Worker', () => {
      throw new Error('refused by the Content-Security-Policy');
    });
    expect(await consumeProofOfWork()).toBeUndefined();
  });

  it('is missing on a site that requires none, without a worker', async () => {
    stubApi({ 'GET /forms/challenge': { data: { challenge: null } } });
    const startWorker = vi.fn();
    vi.stubGlobal('Worker', startWorker);
    expect(await consumeProofOfWork()).toBeUndefined();
    expect(startWorker).not.toHaveBeenCalled();
  });
});

describe('the worker for proofs of work', () => {
  const send = async (): Promise<unknown> => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    vi.stubGlobal('postMessage', resolve);
    await import('#client/core/proof-of-work/proof-of-work-worker.ts');
    const receive = globalThis.onmessage as ((event: MessageEvent) => void) | null;
    receive?.(new MessageEvent('message', { data: challenge }));
    return promise;
  };
  afterEach(() => {
    globalThis.onmessage = null;
  });

  it('responds with null in a browser without cryptography, as on a page without HTTPS', async () => {
    vi.stubGlobal('crypto', { getRandomValues: vi.fn() });
    expect(await send()).toBeNull();
  });
});
