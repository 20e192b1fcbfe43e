/**
 * Lengths of a password, in characters. No rule about kinds of characters: length is what counts (docs/rules.md,
 * "Passwords"). The upper end only bounds the work of hashing.
 */
export const passwordLength = { min: 12, max: 200 } as const;
