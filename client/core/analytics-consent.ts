/**
 * `isGiven` is true as soon as the visitor has allowed analytics services, even if no service runs in this document
 * yet. The router then opens personal pages, such as the account, as new documents in which no service runs.
 */
export const analyticsConsent = { isGiven: false };
