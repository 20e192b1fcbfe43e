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

/**
 * Computes the revision of what visitors consent to: the services, each with the estate's id, and the version of the
 * texts. A choice that was made under another revision is no longer valid.
 * @returns a positive hash of at most 31 bits (FNV-1a), which a database integer can hold
 */
export function computeConsentRevision(services: readonly { app: string; id: string }[]): number {
  const offer = [consentTextVersion, ...services.map(({ app, id }) => `${app}=${id}`).sort()].join('\n');
  let hash = 0x811c9dc5;
  for (let index = 0; index < offer.length; index++) hash = Math.imul(hash ^ offer.charCodeAt(index), 0x01000193);
  return (hash >>> 2) + 1;
}
