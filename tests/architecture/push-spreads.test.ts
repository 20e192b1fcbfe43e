import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { listSourceFiles, repositoryRoot } from './import-graph.ts';

/** Finds calls such as `issues.push(...found)`, which throw a RangeError for arrays with many thousand items. */
const hasSpreadIntoPush = (source: string): boolean => /\.(push|unshift)\(\s*\.\.\./.test(source);

test('no array is spread into push, because a long one exceeds the size of the call stack', () => {
  const files = ['shared', 'server', 'client'].flatMap(listSourceFiles);
  expect(files.filter((file) => hasSpreadIntoPush(readFileSync(resolve(repositoryRoot, file), 'utf8')))).toEqual([]);
});

test('a spread into push is found', () => {
  expect(hasSpreadIntoPush('issues.push(\n  ...found)')).toBe(true);
  expect(hasSpreadIntoPush('issues.push({ ...issue })')).toBe(false);
});
