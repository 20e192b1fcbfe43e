import { LoggableJobError } from '#server/api/jobs/task-list.ts';

/**
 * Thrown if a mail could not be built or delivered. The error has no `cause`, because the original error may contain
 * personal data.
 */
export class MailDeliveryError extends LoggableJobError {
  override name = 'MailDeliveryError';
}

/** Prefix of a stored failure reason; see `markReasonAsUncertainDelivery`. */
export const uncertainDeliveryPrefix = 'EUNCERTAIN';

/**
 * Marks the reason of a failure after which the mail may nevertheless have been delivered. Mails about an order are
 * retried later after such a failure, newsletter issues are not.
 */
export const markReasonAsUncertainDelivery = (reason: string): string => `${uncertainDeliveryPrefix}: ${reason}`;

/** Checks whether the mail may have been delivered although the attempt failed with this reason. */
export const isUncertainDeliveryReason = (reason: string): boolean => reason.startsWith(uncertainDeliveryPrefix);

/**
 * Describes in one line why a mail could not be sent. Email addresses and passwords are removed, because replies of
 * mail servers often repeat the recipient's address and connection errors may contain the SMTP password.
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
    .replace(/(?<![^\s<>"'(),;:/])[^\s<>"'(),;:/]+@[^\s<>"'(),;:]+/g, '…')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
