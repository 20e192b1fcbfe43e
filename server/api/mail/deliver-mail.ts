import { MailDeliveryError } from './delivery-error.ts';
import type { ComposedMail, MailTransport } from './mail-transport.ts';

const deliveryTimeoutMs = 120_000;

/** Sends a mail through the transport. Rejects on a timeout or when the worker stops. */
export async function deliverMail(mail: ComposedMail, transport: MailTransport, signal: AbortSignal): Promise<void> {
  const timeout = AbortSignal.timeout(deliveryTimeoutMs);
  const aborted = Promise.withResolvers<never>();
  const onAbort = () =>
    aborted.reject(timeout.aborted ? new MailDeliveryError('delivery timed out') : new Error('the worker is stopping'));
  const anySignal = AbortSignal.any([timeout, signal]);
  anySignal.addEventListener('abort', onAbort, { once: true });
  if (anySignal.aborted) onAbort();
  try {
    await Promise.race([transport.send(mail), aborted.promise]);
  } finally {
    anySignal.removeEventListener('abort', onAbort);
    // Prevents an unhandled rejection if `signal` aborts after the race has been decided.
    aborted.promise.catch(() => {});
  }
}
