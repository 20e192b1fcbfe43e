import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listSourceFiles, repositoryRoot } from './import-graph.ts';

/** Maximum share of comments in the lines that are not empty. */
const maxShare = 1 / 8;

function countLines(text: string): { comments: number; lines: number } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const comments = lines.filter((line) => /^\s*(?:\/\/|\{?\/\*|\*(?:\s|\/|$))/.test(line));
  return { comments: comments.length, lines: lines.length };
}

test('at most one line in eight is a comment', () => {
  const counts = ['shared', 'server', 'client']
    .flatMap(listSourceFiles)
    .map((file) => countLines(readFileSync(join(repositoryRoot, file), 'utf8')));
  const sum = (key: 'comments' | 'lines') => counts.reduce((total, count) => total + count[key], 0);
  expect(sum('lines')).toBeGreaterThan(50_000);
  expect(sum('comments') / sum('lines')).toBeLessThanOrEqual(maxShare);
});

test('the count recognises every kind of comment', () => {
  const text = '/**\n * Text.\n */\n// Text.\n  {/* Text. */}\n\nconst a = 1; // Text.\n';
  expect(countLines(text)).toEqual({ comments: 5, lines: 6 });
});
