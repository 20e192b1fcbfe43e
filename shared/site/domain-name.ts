const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** At least two labels, the last of which is not a number, so that no IP address matches. */
const domainName = new RegExp(`^(?=.{1,253}$)(?:${label}\\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$`);

/**
 * Converts a domain name as users enter it to lower case and punycode. A scheme and a final slash are dropped, because
 * users copy names from the address bar.
 * @returns null for anything else than a DNS name of at least two labels, such as an IP address or a URL with a path
 */
export function normaliseDomainName(text: string): string | null {
  const name = text
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/\/$/, '');
  if (name.length > 253 || /[/?#@:\\%[\]\s]/.test(name)) return null;
  const hostname = URL.parse(`https://${name}`)?.hostname.replace(/\.$/, '') ?? '';
  return domainName.test(hostname) ? hostname : null;
}

/** Top-level domains that are reserved for local networks and tests (RFC 2606, 6761, 6762, 7686, 8375 and 9476). */
const localTopLevelDomains = new Set([
  'alt',
  'arpa',
  'corp',
  'home',
  'internal',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'onion',
  'test',
]);

/** Checks whether a domain name is reserved for local use, such as `<folder>.localhost`. */
export const isLocalDomainName = (name: string): boolean =>
  localTopLevelDomains.has(name.slice(name.lastIndexOf('.') + 1));
