import { parseSync } from 'vite';

/** A node of the syntax tree of a file, in the format of ESTree. */
export interface SyntaxNode {
  type: string;
  /** Offsets in the source of the first character and of the one after the last. */
  start: number;
  end: number;
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';

function* descend(value: unknown): Generator<SyntaxNode> {
  if (isNode(value)) yield value;
  if (typeof value === 'object' && value !== null) for (const child of Object.values(value)) yield* descend(child);
}

/** Lists all nodes of a file's syntax tree, parents before children. */
export const listNodes = (file: string, source: string): Generator<SyntaxNode> =>
  descend(parseSync(file, source).program);
