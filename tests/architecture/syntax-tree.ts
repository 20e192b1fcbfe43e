import { parseSync } from 'vite';

/** A node of the syntax tree of a file, in the format of ESTree. */
export interface SyntaxNode {
  type: string;
  /** Offsets in the source: `start` is that of the first character, `end` is the one after the last character. */
  start: number;
  end: number;
}

const isNode = (value: object): value is SyntaxNode => typeof (value as { type?: unknown }).type === 'string';

/** Lists all nodes of a file's syntax tree, parents before children. */
export function* parseAndListNodes(file: string, source: string): Generator<SyntaxNode> {
  const pending: unknown[] = [parseSync(file, source).program];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null) continue;
    if (isNode(value)) yield value;
    pending.push(...Object.values(value).reverse());
  }
}
