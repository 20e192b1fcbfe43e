import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listFiles, repositoryRoot } from './import-graph.ts';
import { parseAndListNodes, type SyntaxNode } from './syntax-tree.ts';

/** The fields of the ESTree nodes that represent a call of `test` or `describe`. */
interface TestNode extends SyntaxNode {
  name?: string;
  object?: TestNode;
  property?: TestNode;
  callee?: TestNode;
  tag?: TestNode;
  arguments?: (TestNode & { value?: unknown; quasis?: { value: { cooked: string } }[] })[];
}

interface TestTitle {
  text: string;
  /** True for a title outside any `describe`, which must be understandable without another title before it. */
  isAlone: boolean;
}

/** Returns the name from which a chain such as `test.skipIf(…).each(…)` begins. */
const rootName = ({ name, object, callee, tag }: TestNode): string => {
  const inner = object ?? callee ?? tag;
  return inner ? rootName(inner) : (name ?? '');
};

function titleOf(node: TestNode): { kind: 'describe' | 'test'; text: string } | null {
  const [title, ...others] = node.arguments ?? [];
  if (node.type !== 'CallExpression' || !node.callee || !title || others.length === 0) return null;
  const text = title.quasis?.map(({ value }) => value.cooked).join('…') ?? title.value;
  const root = rootName(node.callee);
  // The subject of a step is the test around it, so its title is not checked.
  if (typeof text !== 'string' || !['describe', 'it', 'test'].includes(root) || node.callee.property?.name === 'step')
    return null;
  const isGroup = root === 'describe' || node.callee.property?.name === 'describe';
  return { kind: isGroup ? 'describe' : 'test', text };
}

function listTitles(file: string, source: string): TestTitle[] {
  const calls = [...parseAndListNodes(file, source)].flatMap((node) => {
    const title = titleOf(node);
    return title ? [{ node, ...title }] : [];
  });
  const groups = calls.filter(({ kind }) => kind === 'describe');
  return calls
    .filter(({ kind }) => kind === 'test')
    .map(({ node: { start, end }, text }) => ({
      text,
      isAlone: !groups.some(({ node }) => node.start < start && end <= node.end),
    }));
}

/** Verbs with which a title can only begin if a `describe` is its subject. */
const verbs = new Set(
  `accepts adds allows announces answers applies are asks caches changes checks classifies closes compares computes
  connects converts counts creates deletes delays does erases explains fills finds forwards gives has ignores is keeps lets
  maps marks migrates moves must neutralises never offers opens reads rebuilds redirects refuses rejects reloads removes
  renders responds returns saves says sends serves shows starts stores suggests takes uses verifies`.split(/\s+/),
);

const isHeadless = ({ text, isAlone }: TestTitle): boolean => isAlone && verbs.has(text.split(' ')[0] ?? '');

/**
 * Finds a function at the beginning of a title, such as `localTimeToEpochMs` or `median()`, that the code of the file
 * does not contain.
 */
function findUnknownFunction(text: string, source: string): string | null {
  const name = /^([a-z]+[A-Z]\w*|[a-z]\w*(?=\())/.exec(text)?.[1];
  if (name === undefined) return null;
  const code = source.replaceAll(/'(?:\\.|[^'\\\n])*'|`[^`]*`/g, '');
  return new RegExp(`\\b${name}\\b`).test(code) ? null : name;
}

const folders = ['api', 'architecture', 'browser', 'components', 'storefront', 'system', 'unit'];
const files = folders
  .flatMap((folder) => listFiles(`tests/${folder}`, /\.(?:test|spec)\.tsx?$/))
  .map((file) => ({ file, source: readFileSync(join(repositoryRoot, file), 'utf8') }));

describe('the titles of tests', () => {
  const titles = files.flatMap(({ file, source }) =>
    listTitles(file, source).map((title) => ({ file, source, ...title })),
  );

  test('have a subject', () => {
    expect(titles.length).toBeGreaterThan(3_000);
    expect(titles.filter(isHeadless).map(({ file, text }) => `${file}: ${text}`)).toEqual([]);
  });

  test('name functions as they are called', () => {
    const unknown = titles.flatMap(({ file, source, text }) => {
      const name = findUnknownFunction(text, source);
      return name === null ? [] : [`${file}: ${name}`];
    });
    expect(unknown).toEqual([]);
  });
});

test.each([
  ["test('shows the total', () => {});", true],
  ["it.each([1])('shows the total of %s', () => {});", true],
  ["test.skipIf(isRoot)('shows the total', () => {});", true],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the checked code contains a template
  ['test(`shows the total of ${n}`, () => {});', true],
  ["describe('the cart', () => { test('shows the total', () => {}); });", false],
  ["test.describe('the cart', () => { test('shows the total', () => {}); });", false],
  ["test('the cart shows the total', () => {});", false],
  ["test('the cart', () => { test.step('shows the total', () => {}); });", false],
])('the check of the title in %s finds a headless one: %s', (source, expected) => {
  expect(listTitles('a.ts', source).some(isHeadless)).toBe(expected);
});

test.each([
  ['toTotal returns the sum', "import { toTotal } from './a.ts'", null],
  ['toTotal returns the sum', "test('toTotal returns the sum', () => computeTotal())", 'toTotal'],
  ['total() returns the sum', '', 'total'],
  ['the cart shows the total', '', null],
])('the check of the title “%s” finds an unknown function', (text, source, expected) => {
  expect(findUnknownFunction(text, source)).toBe(expected);
});
