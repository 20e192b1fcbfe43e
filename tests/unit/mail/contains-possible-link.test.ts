import { describe, expect, test } from 'vitest';
import { containsPossibleLink } from '#server/api/mail/mail-content.ts';

describe('containsPossibleLink', () => {
  test.each([
    'https://evil.example',
    'HTTP:/evil',
    'www.evil',
    'evil.example/prize',
    'Camille evil.com',
    'mail@evil.example',
    'evil。com',
    'münchen.de',
    '1.fr',
  ])('finds a link in “%s”', (text) => {
    expect(containsPossibleLink(text)).toBe(true);
  });

  test.each(['3 rue du Port', 'Bât. B, esc. 2', 'M. Vignaud', '16100 Cognac', 'Camille D.', '12.5 km', 'J.-P. Roy'])(
    'finds none in “%s”',
    (text) => {
      expect(containsPossibleLink(text)).toBe(false);
    },
  );
});
