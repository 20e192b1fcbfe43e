import { Counter, type Registry } from 'prom-client';

/** What became of mails, counted for the operator. */
export interface MailCounts {
  sent(): void;
  /** An attempt in vain; `isOver`: the last. */
  failed(isOver: boolean): void;
}

export function createMailCounts(registry: Registry): MailCounts {
  const counter = new Counter({
    name: 'cuvee_mails_total',
    help: 'Attempts to send a mail: sent, to be tried again, or given up',
    labelNames: ['result'] as const,
    registers: [registry],
  });
  return {
    sent: () => counter.inc({ result: 'sent' }),
    failed: (isOver) => counter.inc({ result: isOver ? 'given_up' : 'tried' }),
  };
}
