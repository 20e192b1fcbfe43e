/** Accents, case and typographic signs set aside, so that `chene` finds « Chêne » and `l'estran` « L’Estran ». */
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
