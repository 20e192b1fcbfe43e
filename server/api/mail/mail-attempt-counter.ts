import type { ServerMetrics } from '#server/http/metrics.ts';

/** Counts successful and failed attempts to send mails, for the metrics. */
export interface MailAttemptCounter {
  sent(): void;
  failed(isLastAttempt: boolean): void;
}

export function createMailMetrics(metrics: ServerMetrics): MailAttemptCounter {
  const mails = metrics.get('cuvee_mails_total');
  return {
    sent: () => mails.inc({ result: 'sent' }),
    failed: (isLastAttempt) => mails.inc({ result: isLastAttempt ? 'given_up' : 'tried' }),
  };
}
