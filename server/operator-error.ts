/**
 * Something that the person who starts the server can put right: a bad setting, a port in use, a data folder that
 * another server holds. Its message says what and how; it is printed without a stack, and the process ends with
 * `exitCode`.
 */
export class OperatorFault extends Error {
  readonly exitCode: number;
  constructor(message: string, { exitCode = 1, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'OperatorFault';
    this.exitCode = exitCode;
  }
}
