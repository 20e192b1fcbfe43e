import { domainToASCII } from 'node:url';

/** What a Host header says, in the one form in which hosts are compared. */
export interface Authority {
  /** Lower case, punycode, no trailing dot; an IPv6 address in brackets. */
  name: string;
  /** As digits, or empty where the header names none. */
  port: string;
}

const authorityForm = /^(\[[0-9a-f:.]+\]|[^:/?#@\\\s[\]]+)(?::(\d{0,5}))?$/i;
const labels = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/;

/** @returns null for what is no host at all. */
export function parseAuthority(header: string): Authority | null {
  const parts = authorityForm.exec(header);
  const host = parts?.[1];
  if (!host) return null;
  const port = parts[2] ?? '';
  if (host.startsWith('[')) return { name: host.toLowerCase(), port };
  const name = asciiName(host.endsWith('.') ? host.slice(0, -1) : host);
  return labels.test(name) ? { name, port } : null;
}

/** Header bytes arrive as Latin-1; a browser sends punycode, others send the name itself in UTF-8. */
function asciiName(host: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
  if (/^[\x00-\x7f]*$/.test(host)) return host.toLowerCase();
  return domainToASCII(Buffer.from(host, 'latin1').toString('utf8'));
}

/** A host and the domains above it, without the last word alone. */
export const domainSuffixes = (host: string): string[] => {
  const labels = host.split('.');
  return labels.slice(0, -1).map((_, i) => labels.slice(i).join('.'));
};
