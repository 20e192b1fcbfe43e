/**
 * `isGiven` is true as soon as the visitor has allowed analytics services, even if no service runs in this document
 * yet. After a withdrawal it stays true until the document is reloaded. While it is true, the router opens personal
 * pages, such as the account, as new documents in which no service runs.
 */
export const analyticsConsent = { isGiven: false };
