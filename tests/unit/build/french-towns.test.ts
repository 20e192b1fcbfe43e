import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { formatFrenchTowns, frenchTownsFile } from '../../../tools/build/french-towns.ts';

test('the list of towns is that of the official communes', () => {
  // Compared as a condition, because a failed comparison of the texts would print a megabyte.
  expect(readFileSync(frenchTownsFile, 'utf8') === formatFrenchTowns()).toBe(true);
});
