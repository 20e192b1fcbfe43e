import { cropLength } from '../limits.ts';

/** Text cropped to at most `length` characters, at the end of a word, with an ellipsis where something is missing. */
export function cropText(text: string, length: number = cropLength): string {
  const plain = text.trim();
  if (plain.length <= length) return plain;
  const cut = plain.slice(0, length - 1);
  const end = cut.search(/\s\S*$/);
  // A single word longer than half of the room is cut in its middle: better than almost nothing.
  const kept = end > length / 2 ? cut.slice(0, end) : cut;
  return `${kept.replace(/[\s,;:.!?–—-]+$/u, '')}…`;
}
