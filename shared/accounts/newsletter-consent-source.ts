/**
 * The places where a visitor can consent to a newsletter. `UNRECORDED` stands for subscriptions of earlier releases,
 * which did not record the place.
 */
export const newsletterConsentSources = [
  'FOOTER',
  'CHECKOUT',
  'REGISTRATION',
  'FORM',
  'ACCOUNT',
  'UNRECORDED',
] as const;
export type NewsletterConsentSource = (typeof newsletterConsentSources)[number];
