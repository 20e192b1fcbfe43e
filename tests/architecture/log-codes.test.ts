import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listSourceFiles, repositoryRoot } from './import-graph.ts';
import { parseAndListNodes, type SyntaxNode } from './syntax-tree.ts';

const levels = ['info', 'warn', 'error', 'fatal'];

/** The fields of the ESTree nodes that represent a call of a logger. */
interface CallNode extends SyntaxNode {
  callee: { type: string; object?: { name?: string }; property?: { name?: string } };
  arguments: (SyntaxNode & {
    value?: unknown;
    quasis?: { value: { cooked: string } }[];
    properties?: { key?: { name?: string }; value?: { value?: unknown } }[];
  })[];
}

interface LogCall {
  level: string;
  /** The code of the call; empty if the call has no literal code. */
  code: string;
  /** The message, in which `…` stands for each inserted value. */
  message: string;
}

/** Every call of a method that is named after a level, except those of the console, writes to the log. */
const isLogCall = (node: SyntaxNode): node is CallNode => {
  const { callee } = node as Partial<CallNode>;
  return (
    node.type === 'CallExpression' &&
    callee?.type === 'MemberExpression' &&
    levels.includes(callee.property?.name ?? '') &&
    callee.object?.name !== 'console'
  );
};

function toLogCall({ callee, arguments: [fields, message = fields] }: CallNode): LogCall {
  const code = fields?.properties?.find(({ key }) => key?.name === 'code')?.value?.value;
  const inserted = message?.quasis?.map(({ value }) => value.cooked).join('…');
  return {
    level: callee.property?.name ?? '',
    code: typeof code === 'string' ? code : '',
    message: inserted ?? String(message?.value),
  };
}

const findLogCalls = (file: string, source: string): LogCall[] =>
  [...parseAndListNodes(file, source)].filter(isLogCall).map(toLogCall);

/** The lines of the request log, of which there is one for each request, have no code. */
const isRequestLine = ({ level, message }: LogCall): boolean => level === 'info' && message === 'request';

const calls = listSourceFiles('server')
  .flatMap((file) => findLogCalls(file, readFileSync(join(repositoryRoot, file), 'utf8')))
  .filter((call) => !isRequestLine(call));

const toRow = ({ code, level, message }: LogCall): string => `${code} | ${level} | ${message}`;
const listedRows = [
  ...readFileSync(join(repositoryRoot, 'docs/operators/trouble-shooting.md'), 'utf8').matchAll(
    /^\| `(\w+)` +\| (\w+) +\| `([^`]+)` +\| \S/gm,
  ),
].map(([, code = '', level = '', message = '']) => toRow({ code, level, message }));

describe('log messages', () => {
  test('have a code in snake case, except those of the request log', () => {
    expect(calls.length).toBeGreaterThan(40);
    expect(calls.filter(({ code }) => !/^[a-z]+(_[a-z]+)*$/.test(code))).toEqual([]);
  });

  test('have different codes for different conditions', () => {
    const rows = [...new Set(calls.map(toRow))];
    const codes = rows.map((row) => row.split(' ')[0]);
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });

  test('are listed by code for operators, with level, message and meaning', () => {
    expect(listedRows).toEqual([...new Set(calls.map(toRow))].sort());
  });
});

test.each([
  ['of a request', "request.log.warn({ code: 'a_b', err }, 'text')", 'warn', 'a_b', 'text'],
  ['of a private field', "this.#log.error({ ...fields, code: 'a_b' }, 'text')", 'error', 'a_b', 'text'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the checked code contains a template
  ['of a child', "log.child({}).info({ code: 'a_b' }, `${n} texts`)", 'info', 'a_b', '… texts'],
  ['without fields', "log.fatal('text')", 'fatal', '', 'text'],
  ['with a computed code', "log?.warn({ code: reason }, 'text')", 'warn', '', 'text'],
])('the check finds a call %s', (_, statement, level, code, message) => {
  expect(findLogCalls('a.ts', `class A { #log; m() { ${statement}; } }`)).toEqual([{ level, code, message }]);
});

test('the check passes over the console', () => {
  expect(findLogCalls('a.ts', "console.error('text')")).toEqual([]);
});
