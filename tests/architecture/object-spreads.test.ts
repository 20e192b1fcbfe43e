import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { listSourceFiles, repositoryRoot } from './import-graph.ts';
import { parseAndListNodes, type SyntaxNode } from './syntax-tree.ts';

interface SpreadNode extends SyntaxNode {
  argument?: SyntaxNode;
}

const isSpreadLiteral = ({ type, argument }: SpreadNode): boolean =>
  ['SpreadElement', 'JSXSpreadAttribute'].includes(type) && argument?.type === 'ObjectExpression';

const countSpreadLiterals = (file: string, source: string): number =>
  [...parseAndListNodes(file, source)].filter(isSpreadLiteral).length;

test('no object literal is spread into an object or element, which would only keep the formatter from breaking lines', () => {
  const files = ['shared', 'server', 'client', 'tests', 'bench', 'tools/build'].flatMap(listSourceFiles);
  const found = files.filter(
    (file) => countSpreadLiterals(file, readFileSync(resolve(repositoryRoot, file), 'utf8')) > 0,
  );
  expect(found).toEqual([]);
}, 60_000);

test('a spread literal is found', () => {
  expect(countSpreadLiterals('a.ts', 'const value = { ...{ a, b }, c };')).toBe(1);
  expect(countSpreadLiterals('a.tsx', 'const value = <A {...{ a, b }} />;')).toBe(1);
  expect(countSpreadLiterals('a.ts', 'const value = { ...defaults, ...(c && { c }) };')).toBe(0);
});
