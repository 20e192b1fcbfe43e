/**
 * Whether an error says that the database cannot be reached or has no room now, and not that a statement is wrong.
 * Classes 08 (connection) and 57P (shutting down, starting up), 53300 (too many connections), 57014 (took too long);
 * and what Node and the driver say of a connection that cannot be made or was lost.
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

/** The driver gives these no code. */
const connectionErrorMessages = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'connect ENOENT',
];
