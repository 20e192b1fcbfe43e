import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { listSourceFiles, repositoryRoot } from './import-graph.ts';
import { parseAndListNodes, type SyntaxNode } from './syntax-tree.ts';

/**
 * The page translation of browsers replaces each text node by elements of its own. React then fails when it inserts an
 * element before the text node or removes it, and the page is lost. A text that React may have to find again therefore
 * stands alone in an element.
 */
interface JsxNode extends SyntaxNode {
  children: JsxNode[];
  value: unknown;
  name: { name: string };
  openingElement: { name: { type: string } };
  expression: JsxNode;
  operator: string;
  left: JsxNode;
  right: JsxNode;
  consequent: JsxNode;
  alternate: JsxNode;
  callee: JsxNode & { property: { name: string } };
  id: { name: string };
  init: JsxNode | null;
  body: JsxNode;
}

type Kind = 'element' | 'text' | 'nothing' | 'list';
/** The values by the names of a file's variables, so that a variable with an element is no text. */
type Values = ReadonlyMap<string, JsxNode>;

const wrappers = ['TSAsExpression', 'TSNonNullExpression', 'ParenthesizedExpression', 'ChainExpression'];

/** Returns everything that an expression in JSX can render. Variables and calls of unknown origin count as texts. */
function listKinds(node: JsxNode, values: Values): Kind[] {
  if (wrappers.includes(node.type) || node.type === 'JSXExpressionContainer') return listKinds(node.expression, values);
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return ['element'];
    case 'ConditionalExpression':
      return [...listKinds(node.consequent, values), ...listKinds(node.alternate, values)];
    case 'LogicalExpression':
      return [
        ...(node.operator === '&&' ? ['nothing' as const] : listKinds(node.left, values)),
        ...listKinds(node.right, values),
      ];
    case 'Literal':
      return [node.value === null || typeof node.value === 'boolean' ? 'nothing' : 'text'];
    case 'CallExpression':
      return listKindsOfCall(node, values);
    case 'Identifier':
      return listKindsOfVariable((node as unknown as { name: string }).name, values);
    default:
      return ['text'];
  }
}

function listKindsOfCall({ callee }: JsxNode, values: Values): Kind[] {
  const { name = '' } = callee.type === 'MemberExpression' ? callee.property : (callee as unknown as { name?: string });
  if (name === 'map') return ['list'];
  if (name.startsWith('render')) return ['element'];
  const called = values.get(name);
  const isArrow = called?.type === 'ArrowFunctionExpression' && called.body.type !== 'BlockStatement';
  return isArrow ? listKinds(called.body, values) : ['text'];
}

function listKindsOfVariable(name: string, values: Values): Kind[] {
  if (name === 'undefined') return ['nothing'];
  // Properties of type `ReactNode`; a component that takes them puts them into an element of their own or at the end.
  if (name === 'children') return ['element'];
  const value = values.get(name);
  if (!value) return ['text'];
  const kinds = listKinds(value, new Map([...values].filter(([key]) => key !== name)));
  return kinds.includes('element') ? kinds : ['text'];
}

const isBlank = ({ type, value }: JsxNode): boolean =>
  (type === 'JSXText' || type === 'Literal') && typeof value === 'string' && value.trim() === '';
const isEmpty = ({ type, expression }: JsxNode): boolean =>
  type === 'JSXExpressionContainer' && (expression.type === 'JSXEmptyExpression' || isBlank(expression));

/** Returns the faults of an element's children; translators leave blank texts alone. */
function listFaultsOfChildren(node: JsxNode, values: Values): JsxNode[] {
  const children = node.children.filter((child) => !isBlank(child) && !isEmpty(child));
  let isAfterOptional = false;
  return children.filter((child) => {
    const kinds = child.type === 'JSXText' ? (['text'] as Kind[]) : listKinds(child, values);
    const isText = kinds.includes('text');
    const isOptional = kinds[0] === 'list' || (kinds.length > 1 && kinds.some((kind) => kind !== 'text'));
    const isFaulty =
      (isText && isAfterOptional) ||
      (isText && isOptional && children.length > 1) ||
      (isText && node.type === 'JSXFragment');
    if (isOptional) isAfterOptional = true;
    else if (!isText) isAfterOptional = false;
    return isFaulty;
  });
}

function listFaults(file: string, source: string): string[] {
  const nodes = [...parseAndListNodes(file, source)] as JsxNode[];
  const values = new Map(
    nodes.flatMap(({ type, id, init }) =>
      type === 'VariableDeclarator' && init && id.name ? [[id.name, init] as const] : [],
    ),
  );
  return nodes
    .filter(({ type }) => type === 'JSXElement' || type === 'JSXFragment')
    .flatMap((node) => listFaultsOfChildren(node, values))
    .map(({ start, end }) => `${file}:${source.slice(0, start).split('\n').length} ${source.slice(start, end).trim()}`);
}

test('no text that may come, go or be preceded stands bare beside other content', () => {
  const files = listSourceFiles('client').filter((file) => file.endsWith('.tsx'));
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => listFaults(file, readFileSync(resolve(repositoryRoot, file), 'utf8')))).toEqual([]);
}, 60_000);

test.each([
  ['<b>{isAdded && <Icon />}{label}</b>', 1],
  ['<b>{entries.map((entry) => <i>{entry}</i>)}text</b>', 1],
  ['<b><Icon />{isShort && t("short")}</b>', 1],
  ['<b>{isKnown ? name : <i>{name}</i>} <u>{note}</u></b>', 1],
  ['<>{label}</>', 1],
  ['<b>{isAdded && <Icon />}<span>{label}</span></b>', 0],
  ['<b>{isAdded && <Icon />}<i />{label}</b>', 0],
  ['<b><Icon />{label}{isAdded && <Icon />}</b>', 0],
  ['<b>{isCart ? <Basket /> : <Icon />}{label}</b>', 1],
  ['<b><Icon />{isAdded ? label : other}</b>', 0],
  ['<>{children}<Icon /></>', 0],
])('%s has %i such texts', (source, count) => {
  expect(listFaults('a.tsx', `const a = ${source};`)).toHaveLength(count);
});
