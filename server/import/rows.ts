import type { InferInsertModel } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { foldText } from '#shared/fold-text.ts';
import type { Localized } from '#shared/localized.ts';
import type { Rendering } from './render-markdown.ts';

/** Rows of one table as the folder wants them; the site is the transaction's. */
export interface DesiredRows {
  table: PgTable;
  rows: Record<string, unknown>[];
}

export const rowsOf = <T extends PgTable>(table: T, rows: Omit<InferInsertModel<T>, 'siteId'>[]): DesiredRows => ({
  table,
  rows: rows as Record<string, unknown>[],
});

/** What the rows of a folder are made with. */
export interface RowContext extends Rendering {
  /** Path below media/ → id in `images` or `files`. */
  idOf: (path: string) => number;
  imageOf: (path: string | null) => number | null;
}

/** Texts in all their languages, as search looks through them. */
export function searchText(texts: readonly Localized[]): string {
  const words = texts.flatMap((text) => (typeof text === 'string' ? [text] : Object.values(text)));
  return foldText([...new Set(words)].join(' '));
}
