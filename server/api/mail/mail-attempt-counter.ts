import { Counter, type Registry } from 'prom-client';

/** Counts successful and failed attempts to send mails, for the metrics. */
export interface MailAttemptCounter {
  sent(): void;
  failed(isLastAttempt: boolean): void;
}

export function createMailMetrics(registry: Registry): MailAttemptCounter {
  const counter = new Counter({
    name: 'cuvee_mails_total',
    help: 'Attempts to send a mail: sent, to be tried again, or given up',
    labelNames: ['result'] as const,
    registers: [registry],
  });
  return {
    sent: () => counter.inc({ result: 'sent' }),
    failed: (isLastAttempt) => counter.inc({ result: isLastAttempt ? 'given_up' : 'tried' }),
  };
}
