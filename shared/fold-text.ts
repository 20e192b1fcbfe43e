/** Folds accents, case and typographic characters, so that `chene` matches `Chêne` and `l'estran` matches `L’Estran`. */
export function foldText(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/[’‘ʼ]/g, "'")
    .replace(/[\s\u00a0\u202f]+/g, ' ')
    .trim();
}
