import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isWeakPassword } from '#shared/accounts/weak-password.ts';

const whose = { email: 'marceline.roux@mail.example', estate: 'Domaine des Chênes' };

test.each([
  ['a common one', 'motdepasse123'],
  ['a common one with capitals and signs', 'Mot-de-Passe 123!'],
  ['the keyboard', 'azertyuiop123'],
  ['the same sign', 'aaaaaaaaaaaaaaaa'],
  ['four signs', '121212343434'],
  ['a few signs over and over', 'vigne2vigne2vigne2'],
  ['the name in the address', 'marceline.roux'],
  ['the name in the address, written otherwise', 'MarcelineRoux-1972'],
  ['the estate', 'domaine des chenes'],
  ['the estate and a year', 'Domaine-des-Chênes-2026'],
])('%s is weak', (_, password) => expect(isWeakPassword(password, whose)).toBe(true));

test.each([
  ['a few words', 'trois merles sur le toit'],
  ['signs alone', '§$%&/()=?!+*~'],
  ['another alphabet', 'три дрозда на крыше'],
  ['a part of the name alone', 'mars est une planète'],
  ['what a machine made', 'kT7#qLz0vW2x'],
])('%s is not', (_, password) => expect(isWeakPassword(password, whose)).toBe(false));

test('a short name is in many words and forbids none', () => {
  expect(isWeakPassword('la mélodie du bois', { email: 'mel@mail.example', estate: 'Bois' })).toBe(true);
  expect(isWeakPassword('la mélodie du vent', { email: 'mel@mail.example', estate: 'Ô' })).toBe(false);
});

test('whatever is put around a name does not hide it', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) =>
      isWeakPassword(`${before} Marceline Roux ${after}`, whose),
    ),
  );
});
