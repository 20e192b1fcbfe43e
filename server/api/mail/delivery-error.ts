import { ReportableJobError } from '#server/api/jobs/reportable-job-error.ts';

/** A mail could not be made or handed over. The message says why and names nobody; so it has no cause, which would. */
export class DeliveryError extends ReportableJobError {
  override name = 'DeliveryFault';
}

/**
 * Why a mail could not be sent, in a line. What a mail server answers often repeats the address, and what a connection
 * says may hold the password: both are left out.
 */
export function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code = '', response = '' } = error as { code?: unknown; response?: unknown };
  const said = typeof response === 'string' && response !== '' ? response : error.message;
  return [typeof code === 'string' ? code : '', redactAddresses(said)].filter(Boolean).join(': ').slice(0, 500);
}

const redactAddresses = (text: string): string =>
  text
    .replace(/\/\/[^\s/@]+@/g, '//')
    .replace(/[^\s<>"'(),;:/]+@[^\s<>"'(),;:]+/g, '…')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
