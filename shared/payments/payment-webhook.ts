/** Pattern of a payment provider's id in the URL path of its webhook, `POST /payment/{provider}/notify`. */
export const paymentProviderIdRegexSource = '[a-z][a-z0-9-]{0,39}';

export const maxWebhookBytes = 65_536;
