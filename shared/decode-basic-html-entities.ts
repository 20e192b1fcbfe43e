const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  nbsp: '\u00a0',
};

/**
 * Decodes the character references that the sanitiser and the text editor write. All other references stay unchanged.
 */
export const decodeBasicHtmlEntities = (text: string): string =>
  text.replace(/&(#?\w+);/g, (reference, name: string) =>
    Object.hasOwn(entities, name) ? (entities[name] ?? '') : reference,
  );
