/** A job failure whose message contains no personal data, so that the message may be stored and logged unchanged. */
export class LoggableJobError extends Error {
  override name = 'LoggableJobError';
}
