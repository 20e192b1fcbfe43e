import { parseAndListNodes, type SyntaxNode } from './syntax-tree.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields with the declared names of a node, by type of node. A field is an identifier, a pattern or a list of both.
 */
const nameFields: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  TSEmptyBodyFunctionExpression: ['params'],
  TSDeclareFunction: ['id', 'params'],
  TSFunctionType: ['params'],
  TSMethodSignature: ['key', 'params'],
  TSPropertySignature: ['key'],
  TSCallSignatureDeclaration: ['params'],
  ClassDeclaration: ['id'],
  ClassExpression: ['id'],
  PropertyDefinition: ['key'],
  MethodDefinition: ['key'],
  TSInterfaceDeclaration: ['id'],
  TSTypeAliasDeclaration: ['id'],
  TSTypeParameter: ['name'],
  TSEnumDeclaration: ['id'],
  TSEnumMember: ['id'],
  CatchClause: ['param'],
  ImportSpecifier: ['local'],
  ImportDefaultSpecifier: ['local'],
  ImportNamespaceSpecifier: ['local'],
};

/**
 * Lists the names that an identifier or a destructuring pattern declares. A renamed property counts by its new name.
 */
function listPatternNames(pattern: unknown): string[] {
  if (typeof pattern === 'string') return [pattern];
  if (Array.isArray(pattern)) return pattern.flatMap(listPatternNames);
  if (typeof pattern !== 'object' || pattern === null) return [];
  const { type, ...fields } = pattern as SyntaxNode & Fields;
  const read = (...names: string[]) => names.flatMap((name) => listPatternNames((fields as Fields)[name]));
  if (type === 'Identifier' || type === 'PrivateIdentifier') return read('name');
  if (type === 'ObjectPattern') return read('properties');
  if (type === 'ArrayPattern') return read('elements');
  if (type === 'Property') return read('value');
  if (type === 'AssignmentPattern') return read('left');
  if (type === 'RestElement') return read('argument');
  if (type === 'TSParameterProperty') return read('parameter');
  return [];
}

/** Lists the names that a node declares. Object properties count, because zod schemas declare their fields as such. */
function listNodeNames(node: SyntaxNode & Fields): string[] {
  if (node.type === 'ObjectExpression') {
    const properties = node.properties as readonly (SyntaxNode & Fields)[];
    return properties.flatMap(({ key, computed, shorthand }) => (computed || shorthand ? [] : listPatternNames(key)));
  }
  return (nameFields[node.type] ?? []).flatMap((field) => listPatternNames(node[field]));
}

/**
 * Lists the names that a file declares: variables, functions, types, their parameters and properties, including
 * destructured and imported names.
 */
export const parseAndListDeclaredNames = (file: string, source: string): Set<string> =>
  new Set([...parseAndListNodes(file, source)].flatMap((node) => listNodeNames(node as SyntaxNode & Fields)));
