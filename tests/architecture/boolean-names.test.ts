import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listSourceFiles, repositoryRoot } from './import-graph.ts';
import { parseAndListNodes, type SyntaxNode } from './syntax-tree.ts';

const files = ['shared', 'server', 'client', 'bench', 'tools', 'tests/support'].flatMap(listSourceFiles);

/** The verbs with which the name of a boolean may begin: those of CONTRIBUTING.md and others in the third person. */
const verbs = [
  ...['is', 'has', 'can', 'should', 'are', 'needs', 'was', 'had', 'includes'],
  ...['accepts', 'allows', 'exists', 'hides', 'ignores', 'keeps', 'locks', 'loses', 'migrates', 'owns', 'passes'],
  ...['repeats', 'returns', 'sells', 'sends', 'shows', 'subscribes', 'takes', 'works'],
];
const predicate = new RegExp(`^(?:${verbs.join('|')})(?![a-z])`);

interface Exception {
  names: readonly string[];
  reason: string;
  /** The only file in which the names are permitted; all files if absent. */
  file?: string;
}

/** Names that another system has chosen, or that callers and stored data know. */
const exceptions: readonly Exception[] = [
  { names: ['checked', 'disabled', 'draggable'], reason: 'HTML attributes' },
  { names: ['replace', 'preventScrollReset'], reason: 'options of React Router' },
  { names: ['ok', 'success'], reason: 'discriminants of outcomes and of the API’s envelope' },
  { names: ['acceptTerms', 'newsletter', 'setQuantity', 'showInMenu'], reason: 'wire format of the API' },
  { names: ['$keptByImport'], reason: 'wire format of the panel’s API, marked as metadata of a record' },
  { names: ['billingIsShipping'], reason: 'checkout drafts in local storage' },
  { names: ['tall'], reason: 'stored sections' },
  { names: ['promoted'], reason: 'wire format of products and content' },
  { names: ['SELLS_WORLDWIDE'], reason: 'parameter of a site' },
  { names: ['rolsuper', 'rolbypassrls'], reason: 'columns of pg_roles', file: 'server/api/database/connect.ts' },
  { names: ['failure'], reason: 'metadata of graphile-worker', file: 'server/api/jobs/start-worker.ts' },
  {
    names: ['noEmbedding', 'noSubsetting', 'bitmapOnly'],
    reason: 'flags of fontkit',
    file: 'server/api/pdf/prepare-font-for-embedding.ts',
  },
  { names: ['writable'], reason: 'property of Node’s streams', file: 'client/ssr/html-inserting-stream.ts' },
  {
    names: ['hint'],
    reason: 'a text, or the `false` with which MUI shows none',
    file: 'client/admin/inputs/LeafFieldInput.tsx',
  },
  {
    names: ['loaded', 'disablePushState', 'allowDuplicatePageViews'],
    reason: 'properties of Meta’s script',
    file: 'client/features/consent/services/meta-pixel.ts',
  },
];

const isException = (name: string, path: string): boolean =>
  exceptions.some(({ names, file }) => names.includes(name) && (file === undefined || file === path));

/** The parts of ESTree that declare a name or a value. */
interface DeclarationNode extends SyntaxNode {
  name?: string;
  id?: DeclarationNode;
  key?: DeclarationNode;
  computed?: boolean;
  elements?: (DeclarationNode | null)[];
  properties?: DeclarationNode[];
  init?: DeclarationNode | null;
  value?: unknown;
  left?: DeclarationNode;
  right?: DeclarationNode;
  consequent?: DeclarationNode;
  alternate?: DeclarationNode;
  expression?: DeclarationNode;
  operator?: string;
  callee?: DeclarationNode;
  property?: DeclarationNode;
  arguments?: DeclarationNode[];
  typeArguments?: { params: DeclarationNode[] } | null;
  typeAnnotation?: DeclarationNode | null;
  types?: DeclarationNode[];
  literal?: { value?: unknown };
}

const isBooleanType = (node: DeclarationNode | null | undefined): boolean => {
  if (node?.type === 'TSUnionType') {
    const types = node.types?.filter(({ type }) => type !== 'TSUndefinedKeyword' && type !== 'TSNullKeyword') ?? [];
    return types.length > 0 && types.every(isBooleanType);
  }
  return node?.type === 'TSBooleanKeyword' || typeof node?.literal?.value === 'boolean';
};

const comparisons = new Set(['==', '!=', '===', '!==', '<', '<=', '>', '>=', 'in', 'instanceof']);
/** Methods of strings, lists, sets and regular expressions that return a boolean. */
const booleanMethods = new Set(['endsWith', 'every', 'has', 'includes', 'some', 'startsWith', 'test']);

const isBooleanCall = ({ callee }: DeclarationNode): boolean =>
  callee?.name === 'Boolean' || booleanMethods.has(callee?.property?.name ?? '');

/** Recognises an expression that is a boolean by its syntax. */
const isBooleanValue = (node: DeclarationNode | null | undefined): boolean => {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'boolean';
    case 'UnaryExpression':
      return node.operator === '!';
    case 'BinaryExpression':
      return comparisons.has(node.operator ?? '');
    case 'LogicalExpression':
      return isBooleanValue(node.right) && (node.operator === '??' || isBooleanValue(node.left));
    case 'ConditionalExpression':
      return isBooleanValue(node.consequent) && isBooleanValue(node.alternate);
    case 'ParenthesizedExpression':
      return isBooleanValue(node.expression);
    case 'TSAsExpression':
      return isBooleanType(node.typeAnnotation) || isBooleanValue(node.expression);
    case 'CallExpression':
      return isBooleanCall(node);
    default:
      return false;
  }
};

/** Returns the first name of `const [value, setValue] = useState(false)`, or the name of `useRef(false)`. */
function findHookName({ id, init }: DeclarationNode): DeclarationNode | null | undefined {
  if (init?.callee?.name !== 'useState' && init?.callee?.name !== 'useRef') return null;
  const isBoolean = isBooleanType(init.typeArguments?.params[0]) || isBooleanValue(init.arguments?.[0]);
  return isBoolean ? (id?.elements?.[0] ?? id) : null;
}

/** Returns the identifier of a boolean that a node declares. */
function findBooleanName(node: DeclarationNode): DeclarationNode | null | undefined {
  switch (node.type) {
    case 'Identifier':
      return isBooleanType(node.typeAnnotation?.typeAnnotation) ? node : null;
    case 'TSPropertySignature':
    case 'PropertyDefinition': {
      const isBoolean =
        isBooleanType(node.typeAnnotation?.typeAnnotation) || isBooleanValue(node.value as DeclarationNode | null);
      return isBoolean && !node.computed ? node.key : null;
    }
    case 'AssignmentPattern':
      return !node.left?.typeAnnotation && isBooleanValue(node.right) ? node.left : null;
    case 'VariableDeclarator':
      return !node.id?.typeAnnotation && isBooleanValue(node.init) ? node.id : findHookName(node);
    default:
      return null;
  }
}

function findMisnamedBooleans(file: string, source: string): string[] {
  return [...parseAndListNodes(file, source)].flatMap((node) => {
    const { name, start } = findBooleanName(node as DeclarationNode) ?? {};
    if (name === undefined || predicate.test(name) || isException(name, file)) return [];
    return [`${file}:${source.slice(0, start).split('\n').length}: ${name}`];
  });
}

describe('names of booleans', () => {
  test('begin with a verb that makes them a predicate', () => {
    const misnamed = files.flatMap((file) =>
      findMisnamedBooleans(file, readFileSync(resolve(repositoryRoot, file), 'utf8')),
    );
    expect(misnamed).toEqual([]);
  }, 60_000);

  test.each([
    ['a property', 'interface Options { busy?: boolean | null }'],
    ['a parameter', 'const show = (busy: boolean) => busy;'],
    ['a class field', 'class Queue { busy = false; }'],
    ['a comparison', 'const busy = state !== "idle" && !isIdle;'],
    ['a default', 'function show({ busy = false }) {}'],
    ['a default with another name', 'function show({ isBusy: busy = false }) {}'],
    ['a state', 'const [busy, setBusy] = useState(false);'],
    ['a typed state', 'const [busy, setBusy] = useState<boolean | undefined>();'],
    ['a reference', 'const busy = useRef(false);'],
    ['a search', 'const busy = states.some(isBusy);'],
  ])('are found in %s', (_, source) => {
    expect(findMisnamedBooleans('a.ts', `// First line\n${source}`)).toEqual(['a.ts:2: busy']);
  });

  test.each([
    ['a predicate', 'const isBusy = a > b; const sendsMail = !isBusy;'],
    ['an exception', 'interface Props { disabled?: boolean }'],
    ['another type', 'const busy: string | false = false; const label = isBusy && t("busy");'],
    ['an option of a call', 'mkdirSync(path, { recursive: true });'],
  ])('are accepted in %s', (_, source) => {
    expect(findMisnamedBooleans('a.ts', source)).toEqual([]);
  });

  test('an exception for one file does not apply to others', () => {
    expect(findMisnamedBooleans('a.ts', 'let loaded = false;')).toEqual(['a.ts:1: loaded']);
  });
});
