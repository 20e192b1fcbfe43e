/**
 * Checks whether an error means that the database is unavailable or overloaded, and not that a statement is wrong:
 * PostgreSQL's classes 08 (connection) and 57P (shutting down or starting up), 53300 (too many connections), 57014
 * (statement timeout), and connection errors of Node and the driver.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    if (/^(08...|57P..|53300|57014)$/.test(code) || connectionErrorCodes.has(code)) return true;
    if (connectionErrorMessages.some((message) => (at as Error).message.startsWith(message))) return true;
  }
  return false;
}

const connectionErrorCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Messages of driver errors that have no error code. */
const connectionErrorMessages = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'connect ENOENT',
];
