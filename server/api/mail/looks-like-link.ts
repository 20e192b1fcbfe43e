/**
 * Matches what mail programs turn into a link on their own: a scheme, an email address, or a dot between a letter or digit and two
 * letters, as in a domain name. `St.Jean` matches too, which costs less than a stranger's link in the estate's mail.
 */
const linkPattern = /[a-z]:\/|www\.|@|[\p{L}\p{N}][.。．｡][\p{L}]{2}/iu;

export const looksLikeUrl = (text: string): boolean => linkPattern.test(text);
