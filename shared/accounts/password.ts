/**
 * Lengths of a password, in characters. No rule about kinds of characters: length is what counts (docs/rules.md,
 * "Passwords"). The upper end only bounds the work of hashing.
 */
export const passwordLength = { least: 12, most: 200 } as const;
