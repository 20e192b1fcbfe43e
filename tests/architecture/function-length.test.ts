import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { listSourceFiles, repositoryRoot } from './import-graph.ts';
import { parseAndListNodes } from './syntax-tree.ts';

const maxLines = 60;
const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/** Lists the functions of more than 60 lines from the first to the last, each as its file, its line and its length. */
function listLongFunctions(file: string, source: string): string[] {
  return [...parseAndListNodes(file, source)].flatMap(({ type, start, end }) => {
    if (!functionTypes.has(type)) return [];
    const lines = source.slice(start, end).split('\n').length;
    return lines > maxLines ? [`${file}:${source.slice(0, start).split('\n').length}: ${lines}`] : [];
  });
}

// Test files are not among the folders: a `describe` is a function too, but one that only groups tests.
test(`no function has more than ${maxLines} lines`, () => {
  const files = ['shared', 'server', 'client', 'tests/support', 'bench', 'tools/build'].flatMap(listSourceFiles);
  expect(files.length).toBeGreaterThan(1_000);
  expect(files.flatMap((file) => listLongFunctions(file, readFileSync(resolve(repositoryRoot, file), 'utf8')))).toEqual(
    [],
  );
}, 60_000);

test.each([
  ['a function', (body: string) => `export function long() {${body}}`],
  ['an arrow function', (body: string) => `const long = (): void => {${body}};`],
  ['a method', (body: string) => `class Long { run() {${body}} }`],
])('%s is found if it has more than the maximum', (_, wrap) => {
  const source = (lineBreaks: number) => `// First line\n${wrap('\n'.repeat(lineBreaks))}`;
  expect(listLongFunctions('a.ts', source(maxLines - 1))).toEqual([]);
  expect(listLongFunctions('a.ts', source(maxLines))).toEqual([`a.ts:2: ${maxLines + 1}`]);
});
