import { OperatorError } from './operator-error.ts';

/** System errors that the operator can correct, with a remedy and an exit code of sysexits.h. */
const systemErrors: Record<string, { remedy: string; exitCode: number }> = {
  EACCES: {
    remedy: 'This user lacks the permission. Change the owner of the folder, or choose another one.',
    exitCode: 77,
  },
  EPERM: {
    remedy: 'This user lacks the permission. Change the owner of the folder, or choose another one.',
    exitCode: 77,
  },
  EROFS: { remedy: 'The file system is read-only. Choose a writable folder.', exitCode: 73 },
  ENOSPC: { remedy: 'The disk is full. Free some space.', exitCode: 74 },
};

/**
 * Converts a system error, such as a missing permission, to an error with a remedy for the operator. All other errors
 * are returned unchanged.
 */
export function systemErrorToOperatorError(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = systemErrors[code];
  if (error instanceof OperatorError || !known) return error;
  const { exitCode, remedy } = known;
  return new OperatorError(`${(error as Error).message}. ${remedy}`, { exitCode, cause: error });
}

/** Prints an error and exits. An error that the operator can correct is printed without a stack. */
export function exitWithError(error: unknown, during: string): never {
  const reported = systemErrorToOperatorError(error);
  if (reported instanceof OperatorError) {
    console.error(reported.message);
    process.exit(reported.exitCode);
  }
  console.error(`Unexpected error during ${during}:`, reported);
  process.exit(70);
}
