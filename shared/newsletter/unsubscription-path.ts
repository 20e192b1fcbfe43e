/** URL path of the page that ends newsletter subscriptions. */
export const newsletterUnsubscriptionPagePath = '/newsletter/unsubscribe';

/**
 * Builds the URL path of an unsubscription link.
 * @param token the token of a mail's unsubscription link
 */
export const buildNewsletterUnsubscriptionPath = (token: string): string =>
  `${newsletterUnsubscriptionPagePath}/${token}`;
