import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { OrderRow } from '#server/api/orders/order-reading-repository.ts';
import { orderCurrency } from '#server/api/payments/payment-provider.ts';
import type { PaymentProviders } from '#server/api/payments/payment-providers.ts';
import { readPaymentSecret } from '#server/api/payments/payment-secret.ts';
import type { PreparedPayment } from '#server/api/payments/start-payment.ts';
import { apiBasePath } from '#shared/api-path.ts';
import { buildPaymentWebhookPath } from '#shared/payments/payment-webhook.ts';

/**
 * @param origin Scheme and host of the site, to which customer and webhook return.
 * @returns Null if nothing is to be paid online.
 */
export async function prepareOnlinePayment(
  tx: SiteTx,
  { id, number, email, total, lang, state, paymentMethod }: OrderRow,
  { payments, origin }: { payments: PaymentProviders; origin: string },
): Promise<PreparedPayment | null> {
  const provider = payments.forMethod(paymentMethod);
  if (!provider?.online || state !== 'PENDING' || total === 0) return null;
  return {
    providerId: provider.id,
    online: provider.online,
    secret: await readPaymentSecret(tx, provider.id),
    order: {
      id,
      number,
      email,
      lang,
      amount: total,
      currency: orderCurrency,
      // The URL needs no secret, because the guest's browser has stored the token of the order.
      returnUrl: `${origin}/checkout/done/${id}`,
      webhookUrl: origin + apiBasePath + buildPaymentWebhookPath(provider.id),
    },
  };
}
