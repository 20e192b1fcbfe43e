const placeholder = '{{TRACKING_NUMBER}}';

/** A host without user name and password, followed by the rest of the URL. */
const httpsHost = /^https:\/\/[a-z0-9.-]+(:\d+)?[/?#]/i;

/**
 * Checks the tracking URL template of a carrier: an https URL that contains the placeholder once, after the host.
 * @returns a message; null for a valid template.
 */
export function findTrackingUrlIssue(template: string): string | null {
  if (!httpsHost.test(template) || !URL.canParse(toTrackingUrl(template, '1'))) return 'must be an https URL';
  return template.split(placeholder).length === 2 ? null : `must contain ${placeholder} exactly once`;
}

/** The URL at which a carrier shows a parcel. */
export const toTrackingUrl = (template: string, trackingNumber: string): string =>
  template.replace(placeholder, () => encodeURIComponent(trackingNumber));
