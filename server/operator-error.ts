/**
 * An error that the operator can correct, such as an invalid setting or a port in use. The message names the cause and
 * the remedy. It is printed without a stack, and the process exits with `exitCode`.
 */
export class OperatorError extends Error {
  readonly exitCode: number;
  constructor(message: string, { exitCode = 1, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'OperatorError';
    this.exitCode = exitCode;
  }
}
