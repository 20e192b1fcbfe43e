import { eq } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { Lang } from '#shared/languages.ts';
import type { PageEntryInput, PageTreeInput } from '#shared/site/page-tree-input.ts';
import { assignPageEntryIds, nestPageEntryRows, savePageTree } from './save-page-tree.ts';
import { pageEntries } from './site-tables.ts';

/**
 * Copies the page tree of one language to a new language. Without a tree, visitors would see an empty menu and an
 * import would refuse the exported site. A language that was offered before keeps its tree.
 */
export async function copyPageTreeIfMissing(tx: SiteTx, { from, to }: { from: Lang; to: Lang }): Promise<void> {
  if ((await tx.$count(pageEntries, eq(pageEntries.lang, to))) > 0) return;
  const rows = await tx.select().from(pageEntries).where(eq(pageEntries.lang, from)).orderBy(pageEntries.position);
  if (rows.length === 0) return;
  const entries = await assignPageEntryIds(tx, omitIds(nestPageEntryRows(rows, null)));
  const saved = await savePageTree(tx, { lang: to, entries } as PageTreeInput);
  if (!saved.ok) throw new Error(`the page tree of ${from} could not be copied to ${to}: ${saved.refusal}`);
}

const omitIds = (entries: readonly PageEntryInput[]): object[] =>
  entries.map(({ id: _, children, ...entry }) => ({ ...entry, ...(children && { children: omitIds(children) }) }));
