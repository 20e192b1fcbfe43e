import { domainToASCII } from 'node:url';

/** The host and port of a Host header, normalised. */
export interface Authority {
  /** Host name in lower case and punycode, without trailing dot; an IPv6 address is in brackets. */
  name: string;
  /** Port number as digits; empty if the header has none. */
  port: string;
}

const authorityPattern = /^(\[[0-9a-f:.]+\]|[^:/?#@\\\s[\]]+)(?::(\d{0,5}))?$/i;
const labels = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/;

/** Parses a Host header. @returns Null if it is not a valid host. */
export function parseAuthority(header: string): Authority | null {
  const match = authorityPattern.exec(header);
  const host = match?.[1];
  if (!host) return null;
  const port = match[2] ?? '';
  if (host.startsWith('[')) return { name: host.toLowerCase(), port };
  const name = asciiName(host.endsWith('.') ? host.slice(0, -1) : host);
  return labels.test(name) ? { name, port } : null;
}

/**
 * Removes the port unless the storefront listens at this port, because a port that a client has forged must neither
 * appear in links of mails nor multiply cache entries.
 * @param listeningPort The port at which the storefront listens; undefined if any port is accepted.
 */
export const removePortUnlessListening = ({ name, port }: Authority, listeningPort: number | undefined): Authority => ({
  name,
  port: listeningPort === undefined || Number(port) === listeningPort ? port : '',
});

/**
 * Converts a host name to punycode. Node decodes headers as Latin-1; browsers send punycode, and some other clients
 * send UTF-8.
 */
function asciiName(host: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is meant to match all of ASCII
  if (/^[\x00-\x7f]*$/.test(host)) return host.toLowerCase();
  return domainToASCII(Buffer.from(host, 'latin1').toString('utf8'));
}

/** Returns a host and the domains above it, except the top-level domain. */
export const listParentDomains = (host: string): string[] => {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, i) => labels.slice(i).join('.'));
};
