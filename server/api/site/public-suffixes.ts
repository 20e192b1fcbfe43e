import { getPublicSuffix } from 'tldts';

/**
 * Checks whether a name is one under which registries or hosting companies give names to others, such as `co.uk` and
 * `github.io`, by the Public Suffix List (https://publicsuffix.org) of the package `tldts`.
 * @param name A normalised domain name of at least two labels.
 */
export const isPublicSuffix = (name: string): boolean => getPublicSuffix(name, { allowPrivateDomains: true }) === name;
