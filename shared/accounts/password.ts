/**
 * Lengths of a password, in characters. No rule about kinds of characters: length is what counts (recommendation of the
 * CNIL of 21 July 2022 on passwords, NIST SP 800-63B). The upper end only bounds the work of hashing.
 */
export const passwordLength = { least: 12, most: 200 } as const;
