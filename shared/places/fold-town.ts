import { foldText } from '../fold-text.ts';

/** A town's name as it is compared: without accents, hyphens and apostrophes, `st` written out: `st-jean d'angely` is Saint-Jean-d’Angély. */
export function foldTown(name: string): string {
  return foldText(name)
    .replace(/[-']/g, ' ')
    .replace(/\bst(e?) /g, 'saint$1 ');
}
