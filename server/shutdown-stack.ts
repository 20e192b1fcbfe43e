/**
 * Collects the resources that must be closed on shutdown, and closes them in reverse order. If closing one resource
 * fails, all others are still closed.
 */
export class ShutdownStack {
  readonly #steps: (() => Promise<unknown>)[] = [];
  isStopping = false;

  /** Adds a step. @throws Error after adding it if the shutdown has begun, so that the start does not continue. */
  add(step: () => Promise<unknown>): void {
    this.#steps.push(step);
    if (this.isStopping) throw new Error('shutdown began during the start');
  }

  /** Runs all steps in reverse order. @throws The first error of a step, after all steps have run. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const errors: unknown[] = [];
    for (let step = this.#steps.pop(); step; step = this.#steps.pop())
      await step().catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  }
}

/**
 * Maximum time in milliseconds for the shutdown after draining. Open requests, jobs and the database each have a
 * shorter limit.
 */
export const shutdownTimeoutMs = 45_000;

/**
 * Runs the shutdown steps. If the server is still starting, its start fails at the next step, and a second run closes
 * what the start had opened until then.
 */
export async function shutDown(shutdown: ShutdownStack, starting: Promise<unknown>): Promise<void> {
  await shutdown.stop();
  await starting.catch(() => {}); // The failure of the start is ignored, because the shutdown has caused it.
  await shutdown.stop();
}
