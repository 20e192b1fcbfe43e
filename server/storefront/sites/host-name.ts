import { domainToASCII } from 'node:url';

/** A normalised Host header. */
export interface HostAndPort {
  /** Lower case, punycode, no trailing dot; an IPv6 address in brackets. */
  name: string;
  /** Port number as digits; empty if the header has none. */
  port: string;
}

const authorityPattern = /^(\[[0-9a-f:.]+\]|[^:/?#@\\\s[\]]+)(?::(\d{0,5}))?$/i;
const labels = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/;

/** @returns null if the header is not a valid host. */
export function parseHostAndPort(header: string): HostAndPort | null {
  const match = authorityPattern.exec(header);
  const host = match?.[1];
  if (!host) return null;
  const port = match[2] ?? '';
  if (host.startsWith('[')) return { name: host.toLowerCase(), port };
  const name = asciiName(host.endsWith('.') ? host.slice(0, -1) : host);
  return labels.test(name) ? { name, port } : null;
}

/**
 * A port that the client forged must not reach links in mails or multiply the entries of the cache, so only the port at
 * which the server listens is kept.
 */
export const dropForeignPort = ({ name, port }: HostAndPort, listeningPort: number | undefined): HostAndPort => ({
  name,
  port: listeningPort === undefined || Number(port) === listeningPort ? port : '',
});

/** Node decodes headers as Latin-1. Browsers send punycode, some other clients the name in UTF-8. */
function asciiName(host: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern is meant to match all of ASCII
  if (/^[\x00-\x7f]*$/.test(host)) return host.toLowerCase();
  return domainToASCII(Buffer.from(host, 'latin1').toString('utf8'));
}

/** Returns a host and the domains above it, except the top-level domain. */
export const listHostAndParentDomains = (host: string): string[] => {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, i) => labels.slice(i).join('.'));
};
