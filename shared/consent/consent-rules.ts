/** Months for which a choice is kept if the estate sets no other number (docs/rules.md, "Consent to cookies"). */
export const defaultConsentMonths = 6;

/** Maximum of the parameter COOKIE_CONSENT_MONTHS. */
export const maxConsentMonths = 13;

/** Months after which the consent record of a choice is erased. */
export const consentRecordRetentionMonths = 25;

/**
 * Version of the texts of the cookie banner. A change of their meaning needs a new version, and visitors decide again.
 */
export const consentTextVersion = '2026-11-22';
