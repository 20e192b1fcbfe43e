import { findIssuesOfReference, type UnknownReference } from '../item-issue.ts';

export type IsCountryCode = (alphaTwo: string) => boolean;

/**
 * Checks that the country of an address or pickup point exists. The check is a parameter, because only the server has
 * the list of countries.
 */
export const findUnknownCountryIssues = (
  { country }: { country: string },
  isCountryCode: IsCountryCode,
): UnknownReference[] => findIssuesOfReference('country', ['country'], country, { has: isCountryCode });
