import { foldText } from './fold-text.ts';
import type { Localized } from './localized.ts';

/** Builds the text that a database search matches: `texts` in every language, folded. */
export function buildSearchText(texts: readonly Localized[]): string {
  const words = texts.flatMap((text) => (typeof text === 'string' ? [text] : Object.values(text)));
  return foldText([...new Set(words)].join(' '));
}
