import { afterAll, vi } from 'vitest';

const actions: (() => unknown)[] = [];

/** Registers an action that runs after the present test file, the last one first. It can be called inside a test. */
export const onTestFileFinished = (action: () => unknown): void => void actions.unshift(action);

/**
 * Test files of one worker, except isolated ones, share their modules, so that a hook at the top of a module would
 * belong to the first of these files alone. The set-up of each file therefore calls this function.
 */
export function installTestFileFinishedHook(): void {
  afterAll(async () => {
    for (const action of actions.splice(0)) await action();
    // Globals, timers and functions that the file has replaced are restored for the next one.
    vi.unstubAllGlobals();
    vi.unstubAllEnvs();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
}
