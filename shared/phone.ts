/**
 * Matches a telephone number in national or international form without surrounding white space, and the empty string
 * for a number that is not given.
 */
export const optionalPhonePattern = /^(\+?[\d .()/-]{6,})?$/;
