/**
 * An error that the operator can correct, such as an invalid setting or a port in use. The message names the cause and
 * the remedy. `exitWithError` prints it without a stack and ends the process with `exitCode`.
 */
export class OperatorError extends Error {
  readonly exitCode: number;
  constructor(message: string, { exitCode = 1, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'OperatorError';
    this.exitCode = exitCode;
  }
}
