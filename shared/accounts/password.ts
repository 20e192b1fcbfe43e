/**
 * Minimum and maximum length of a password in characters. No kinds of characters are required (docs/rules.md,
 * "Passwords"); the maximum limits the cost of hashing.
 */
export const passwordLengthLimits = { min: 12, max: 200 } as const;
