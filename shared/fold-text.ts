// These tables define how text is folded for searches. SQL applies them in the same order (`foldedTextSql`), because
// the lower case of a database depends on its locale, and its white space is not that of JavaScript.

/**
 * Combining marks of decomposed letters, soft hyphens and zero-width characters, as the content of a regular
 * expression's character class.
 */
export const charactersRemovedByFolding = '\u00ad\u0300-\u036f\u200b-\u200f\u2060\ufeff';

const latin = 'ABCDEFGHIJKLMNOPQRSTUVWXYZÆŒØÐÞĐĦŁŊŦẞ';
const greek = 'ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩ';
const cyrillic = 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЂЄЅІЈЉЊЋЏҐ';
const capitals = [...latin, ...greek, ...cyrillic];

/** Characters to replace (`from`) and their replacements (`to`), at the same positions. */
export const characterReplacements = {
  from: `${capitals.join('')}ς’‘ʼ`,
  to: `${capitals.map((letter) => letter.toLowerCase()).join('')}σ'''`,
};

export const ligatureReplacements = [
  ['œ', 'oe'],
  ['æ', 'ae'],
  ['ß', 'ss'],
] as const;

/** White space as the content of a regular expression's character class. Each run of white space becomes one space. */
export const whiteSpaceCharacterClassContent = '\t-\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000';

const dropped = new RegExp(`[${charactersRemovedByFolding}]`, 'g');
const spaces = new RegExp(`[${whiteSpaceCharacterClassContent}]+`, 'g');
const replaced = new RegExp(`[${characterReplacements.from}]`, 'g');
const replacements = new Map(
  [...characterReplacements.from].map((from, at) => [from, [...characterReplacements.to][at] ?? from]),
);

/**
 * Folds accents, case and typographic characters of a text, so that the search `chene` matches `Chêne` and `l'estran`
 * matches `L’Estran`.
 */
export function foldText(text: string): string {
  let folded = text
    .normalize('NFD')
    .replace(dropped, '')
    .replace(replaced, (character) => replacements.get(character) ?? character);
  for (const [ligature, letters] of ligatureReplacements) folded = folded.replaceAll(ligature, letters);
  return folded.replace(spaces, ' ').replace(/^ | $/g, '');
}
