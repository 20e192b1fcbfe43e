import { describe, expect, test } from 'vitest';
import { foldText } from '#shared/fold-text.ts';

describe('foldText', () => {
  test.each([
    ['Chardonnay « Fût de Chêne »', 'chardonnay « fut de chene »'],
    ['Colombard L’Estran', "colombard l'estran"],
    ['Cœur', 'coeur'],
    ['ÉLÉGANT  rosé', 'elegant rose'],
    ['Cuvée\u00a0:\u202fÉté', 'cuvee : ete'],
    ['\u00a0Fût\u2009de\u3000chêne\n', 'fut de chene'],
    ['Char\u00addon\u200bnay', 'chardonnay'],
    ['STRAẞE', 'strasse'],
    ['ΟΊΝΟΣ', 'οινοσ'],
  ])('folds %s to %s', (text, folded) => expect(foldText(text)).toBe(folded));
});
