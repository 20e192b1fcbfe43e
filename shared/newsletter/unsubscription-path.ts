/** URL path of the page that ends newsletter subscriptions. */
export const newsletterUnsubscriptionPage = '/newsletter/unsubscribe';

/**
 * Builds the URL path of an unsubscription link.
 * @param token the token of a mail's unsubscription link
 */
export const newsletterUnsubscriptionPath = (token: string): string => `${newsletterUnsubscriptionPage}/${token}`;
