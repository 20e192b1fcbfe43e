import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles, repositoryRoot } from './import-graph.ts';

/** Maximum number of lines of a file that states no reason for its length. */
const maxLines = 250;
/** Maximum median of the lines of all files. */
const maxMedianLines = 60;

const sources = ['shared', 'server', 'client', 'tests', 'bench', 'tools/build']
  .flatMap((folder) => listFiles(folder, /\.(?:tsx?|css)$/))
  .map((file) => ({ file, text: readFileSync(join(repositoryRoot, file), 'utf8') }));

const countLines = (text: string): number => text.split('\n').length - 1;

const isTooLong = (text: string): boolean =>
  countLines(text) > maxLines && !/\bfile is (?:long|longer than 250 lines) because\b/.test(text);

test(`no file is longer than ${maxLines} lines without a comment that gives the reason`, () => {
  expect(sources.length).toBeGreaterThan(1_000);
  expect(sources.filter(({ text }) => isTooLong(text)).map(({ file, text }) => `${file}: ${countLines(text)}`)).toEqual(
    [],
  );
});

test(`the median file has at most ${maxMedianLines} lines`, () => {
  const lengths = sources.map(({ text }) => countLines(text)).sort((a, b) => a - b);
  expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(maxMedianLines);
});

test.each([
  [maxLines, '', false],
  [maxLines + 1, '', true],
  [maxLines + 1, '// This file is long because its tests share a server.', false],
])('the check of %i lines with the comment “%s” finds a file that is too long: %s', (lines, comment, expected) => {
  expect(isTooLong(`${comment}${'\n'.repeat(lines)}`)).toBe(expected);
});
