/** Pattern of a single email address without a display name, which every mail header accepts. */
const plainAddress = /^[^\s\p{Cc}<>()[\],;:"\\@]+@[^\s\p{Cc}<>()[\],;:"\\@]+$/u;

/** Maximum length of an email address in characters (RFC 5321). */
const maxLength = 254;

/** Checks whether a text is one plain email address, to which and from which mails can be sent. */
export const isMailAddress = (text: string): boolean => text.length <= maxLength && plainAddress.test(text);

/**
 * Checks whether a text is an email address that an estate can enter: one plain address at a domain with a dot, without
 * which it is a typing error.
 */
export const isPublicMailAddress = (text: string): boolean =>
  isMailAddress(text) && /^[^.]+(\.[^.]+)+$/.test(text.slice(text.indexOf('@') + 1));
