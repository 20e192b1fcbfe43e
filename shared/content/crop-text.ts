/** Default length in characters to which texts are cropped. */
const defaultCropLengthCharacters = 120;

/** Crops a text to at most `length` characters at the end of a word, and adds an ellipsis if the text is longer. */
export function cropText(text: string, length: number = defaultCropLengthCharacters): string {
  const plain = text.trim();
  if (plain.length <= length) return plain;
  const cut = plain.slice(0, length - 1);
  const end = cut.search(/\s\S*$/);
  // If the last word takes up more than half of the length, it is cut rather than left out, so that enough text
  // remains.
  const kept = end > length / 2 ? cut.slice(0, end) : cut;
  return `${kept.replace(/(?<![\s,;:.!?–—-])[\s,;:.!?–—-]+$/u, '')}…`;
}
