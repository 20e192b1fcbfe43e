import { consentTextVersion } from './consent-rules.ts';

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
