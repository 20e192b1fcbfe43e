import { foldText } from '../fold-text.ts';

/** Folds the name of a town for comparison, so that `st-jean d'angely` equals `Saint-Jean-d’Angély`. */
export function foldTownName(name: string): string {
  return foldText(name)
    .replace(/[-']/g, ' ')
    .replace(/\bst(e?) /g, 'saint$1 ');
}
