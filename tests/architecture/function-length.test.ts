import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listSourceFiles, repositoryRoot } from './import-graph.ts';
import { listNodes, type SyntaxNode } from './syntax-tree.ts';

/** Maximum number of lines of a function, from its first line to its last. */
const maxLines = 60;

const isFunction = ({ type }: SyntaxNode): boolean =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';

/** Finds the functions of a file that are too long, as `line N: M lines`. Nested functions count for the outer one. */
function findLongFunctions(file: string, source: string): string[] {
  const lineOf = (offset: number) => source.slice(0, offset).split('\n').length;
  return [...listNodes(file, source)].filter(isFunction).flatMap(({ start, end }) => {
    const lines = lineOf(end) - lineOf(start) + 1;
    return lines > maxLines ? [`line ${lineOf(start)}: ${lines} lines`] : [];
  });
}

test(`no function is longer than ${maxLines} lines`, () => {
  const files = ['shared', 'server', 'client', 'bench', 'tools/build'].flatMap(listSourceFiles);
  const found = files.flatMap((file) =>
    findLongFunctions(file, readFileSync(join(repositoryRoot, file), 'utf8')).map((text) => `${file} ${text}`),
  );
  expect(found).toEqual([]);
}, 60_000);

test.each([
  ['a function', (body: string) => `function f() {${body}}`],
  ['a component with markup', (body: string) => `const C = () => { return <p>{() => {${body}}}</p>; };`],
  ['a method', (body: string) => `class A { m() {${body}} }`],
])('the check finds %s that is too long', (_, write) => {
  expect(findLongFunctions('a.tsx', write('\n'.repeat(maxLines - 1)))).toEqual([]);
  expect(findLongFunctions('a.tsx', write('\n'.repeat(maxLines)))).not.toEqual([]);
});
