/**
 * Matches texts that mail programs may turn into a link: a scheme, `www.`, an at sign, or a dot between a letter or
 * digit and two letters, as in a domain name. `St.Jean` matches too, which is accepted, because a stranger's link in
 * the estate's mail would be worse.
 */
const linkPattern = /[a-z]:\/|www\.|@|[\p{L}\p{N}][.。．｡][\p{L}]{2}/iu;

export const containsPossibleLink = (text: string): boolean => linkPattern.test(text);
