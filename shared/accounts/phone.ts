/** A telephone number in national or international form, without surrounding whitespace; empty if it is not given. */
export const optionalPhonePattern = /^(\+?[\d .()/-]{6,})?$/;
