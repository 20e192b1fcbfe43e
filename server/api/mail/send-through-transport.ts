import { MailDeliveryError } from './delivery-error.ts';
import type { ComposedMail, MailTransport } from './mail-transport.ts';

const deliveryTimeoutMs = 120_000;

/**
 * Sends a mail through the transport. The attempt ends after a time limit or when the worker stops.
 * @throws MailDeliveryError unless the worker has stopped before anything was sent.
 */
export async function sendThroughTransport(
  mail: ComposedMail,
  transport: MailTransport,
  signal: AbortSignal,
): Promise<void> {
  const timeout = AbortSignal.timeout(deliveryTimeoutMs);
  try {
    await transport.send(mail, AbortSignal.any([timeout, signal]));
  } catch (error) {
    if (error instanceof MailDeliveryError || !timeout.aborted) throw error;
    throw new MailDeliveryError('delivery timed out');
  }
}
