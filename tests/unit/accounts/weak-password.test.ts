import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPasswordWeakness } from '#shared/accounts/weak-password.ts';

const owner = { email: 'marceline.roux@mail.example', estate: 'Domaine des Chênes' };

const isWeakPassword = (...args: Parameters<typeof findPasswordWeakness>) => findPasswordWeakness(...args) !== null;

describe('findPasswordWeakness', () => {
  test.each([
    ['a common password', 'motdepasse123'],
    ['a common password with capitals and punctuation', 'Mot-de-Passe 123!'],
    ['a keyboard row', 'azertyuiop123'],
    ['a repeated character', 'aaaaaaaaaaaaaaaa'],
    ['four different characters', '121212343434'],
    ['a repeated sequence', 'vigne2vigne2vigne2'],
    ['the name in the e-mail address', 'marceline.roux'],
    ['the name in the e-mail address in another spelling', 'MarcelineRoux-1972'],
    ['the name of the estate', 'domaine des chenes'],
    ['the name of the estate with a year', 'Domaine-des-Chênes-2026'],
  ])('finds a weakness in %s', (_, password) => expect(isWeakPassword(password, owner)).toBe(true));

  test.each([
    ['several words', 'trois merles sur le toit'],
    ['punctuation only', '§$%&/()=?!+*~'],
    ['another alphabet', 'три дрозда на крыше'],
    ['a part of the name', 'mars est une planète'],
    ['a generated password', 'kT7#qLz0vW2x'],
  ])('finds no weakness in %s', (_, password) => expect(isWeakPassword(password, owner)).toBe(false));

  test.each([
    ['Password2026!', 'common'],
    ['P@ssw0rd2026!', 'common'],
    ['Soleil-Bonjour-33', 'common'],
    ['motdepasse2026jb', 'common'],
    ['061234567890', 'digits'],
    ['1212 1212 1212', 'repetition'],
    ['marceline.roux', 'email'],
    ['Domaine-des-Chênes-2026', 'estate'],
  ])('names the weakness of %s', (password, weakness) => expect(findPasswordWeakness(password, owner)).toBe(weakness));

  test.each(['mon soleil se couche tard', 'hello from a quiet cellar', 'un bonjour de la lune rousse'])(
    'accepts a common word within a sentence: %s',
    (password) => expect(findPasswordWeakness(password, owner)).toBeNull(),
  );

  test('ignores names that are too short', () => {
    expect(isWeakPassword('la mélodie du bois', { email: 'mel@mail.example', estate: 'Bois' })).toBe(true);
    expect(isWeakPassword('la mélodie du vent', { email: 'mel@mail.example', estate: 'Ô' })).toBe(false);
  });

  test('finds a name within any other text', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) =>
        isWeakPassword(`${before} Marceline Roux ${after}`, owner),
      ),
    );
  });
});
