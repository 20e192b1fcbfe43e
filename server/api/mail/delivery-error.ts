import { ReportableJobError } from '#server/api/jobs/reportable-job-error.ts';

/** A mail could not be built or delivered. It has no cause, because the cause may contain personal data. */
export class MailDeliveryError extends ReportableJobError {
  override name = 'DeliveryError';
}

/**
 * Describes in one line why a mail could not be sent. Replies of mail servers often repeat the recipient's email address, and connection
 * errors may contain the password, so both are removed.
 */
export function describeDeliveryFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code = '', response = '' } = error as { code?: unknown; response?: unknown };
  const reason = typeof response === 'string' && response !== '' ? response : error.message;
  return [typeof code === 'string' ? code : '', redactAddresses(reason)].filter(Boolean).join(': ').slice(0, 500);
}

const redactAddresses = (text: string): string =>
  text
    .replace(/\/\/[^\s/@]+@/g, '//')
    .replace(/[^\s<>"'(),;:/]+@[^\s<>"'(),;:]+/g, '…')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
