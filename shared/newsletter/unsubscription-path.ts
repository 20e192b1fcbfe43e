export const newsletterUnsubscriptionPagePath = '/newsletter/unsubscribe';

export const buildNewsletterUnsubscriptionPath = (token: string): string =>
  `${newsletterUnsubscriptionPagePath}/${token}`;
