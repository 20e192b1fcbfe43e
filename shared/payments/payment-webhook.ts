/** @param provider id of the provider, or a placeholder for it */
export const buildPaymentWebhookPath = (provider: string) => `/payment/${provider}/notify`;

/** The route of the webhooks of all providers, with the pattern of a provider's id. */
export const paymentWebhookRoutePath = buildPaymentWebhookPath(':provider(^[a-z][a-z0-9-]{0,39}$)');

export const maxWebhookBytes = 65_536;
