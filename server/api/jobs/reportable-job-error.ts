/** The failure of a job whose message contains no personal data, so that it may be stored and logged as it is. */
export class ReportableJobError extends Error {
  override name = 'ReportableJobError';
}
