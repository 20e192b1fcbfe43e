/** Checks whether a text is an instant in ISO 8601, with a time and an offset from UTC. */
export const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/.test(text);
