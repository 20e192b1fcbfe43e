/**
 * Length of a password in characters. There are no rules about kinds of characters (docs/rules.md, "Passwords"). The
 * maximum only bounds the cost of hashing.
 */
export const passwordLengthLimits = { min: 12, max: 200 } as const;
