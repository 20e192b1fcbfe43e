const placeholder = '{{TRACKING_NUMBER}}';

/** Matches the beginning of an https URL up to the end of its host, without user name and password. */
const httpsHost = /^https:\/\/[a-z0-9.-]+(:\d+)?[/?#]/i;

/**
 * Checks the template of a carrier's tracking URL: an https URL that contains the placeholder once, after the host.
 * @returns a message; null for a valid template
 */
export function findTrackingUrlTemplateIssue(template: string): string | null {
  if (!httpsHost.test(template) || !URL.canParse(toTrackingUrl(template, '1'))) return 'must be an https URL';
  return template.split(placeholder).length === 2 ? null : `must contain ${placeholder} exactly once`;
}

export const toTrackingUrl = (template: string, trackingNumber: string): string =>
  template.replace(placeholder, () => encodeURIComponent(trackingNumber));
