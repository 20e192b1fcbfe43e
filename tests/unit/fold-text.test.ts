import { describe, expect, test } from 'vitest';
import { foldText } from '#shared/fold-text.ts';

describe('foldText', () => {
  test.each([
    ['Chardonnay « Fût de Chêne »', 'chardonnay « fut de chene »'],
    ['Colombard L’Estran', "colombard l'estran"],
    ['Cœur', 'coeur'],
    ['ÉLÉGANT  rosé', 'elegant rose'],
  ])('folds %s to %s', (text, folded) => expect(foldText(text)).toBe(folded));
});
