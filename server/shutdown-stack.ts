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
