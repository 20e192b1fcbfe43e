import { isDeepStrictEqual } from 'node:util';
import { and, eq, inArray, ne } from 'drizzle-orm';
import { saveRows } from '#server/api/changes/save-rows.ts';
import { assignMissingIds, lockExistingIds } from '#server/api/database/ids.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import {
  createTableRows,
  type RowsOfTable,
  type SaveOutcome,
  type StoredRowWithoutSiteId,
} from '#server/api/database/table-rows.ts';
import {
  createResourceItemRef,
  createStillUsedRefusal,
  defineResource,
  type ItemInput,
  type Resource,
  refuseFirstItemIssue,
} from '#server/api/resources/resource.ts';
import type { Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import { findTreeIssues } from '#shared/site/find-tree-issues.ts';
import { flattenPageEntries, type PageEntryInput, type PageTreeInput } from '#shared/site/page-tree-input.ts';
import { pageTreeResourceSpec } from '#shared/site/site-resource-specs.ts';
import { pageEntries, pages, popups } from './site-tables.ts';

export const toPageTreeRows = (trees: readonly PageTreeInput[]): RowsOfTable[] => [
  createTableRows(
    pageEntries,
    trees.flatMap(({ lang, entries }) => entryRows(entries, lang, null)),
    { lang: trees.map(({ lang }) => lang) },
  ),
];

type EntryRow = Omit<typeof pageEntries.$inferInsert, 'siteId'>;

/** Returns all entries of a page tree, parents before their children. */
function entryRows(entries: readonly PageEntryInput[], lang: Lang, parentId: number | null): EntryRow[] {
  return entries.flatMap(({ page, cms, link, children, elementRoute, ...entry }, position) => [
    {
      ...entry,
      lang,
      parentId,
      position,
      pageId: page ?? null,
      elementRoute: elementRoute ?? '',
      isCmsPage: cms?.isCmsPage ?? false,
      cmsRoute: cms?.route ?? '',
      linkType: link?.type ?? 'NONE',
      linkUrl: link?.url ?? '',
      linkCode: link?.jsCode ?? '',
    },
    ...entryRows(children ?? [], lang, entry.id),
  ]);
}

/**
 * Saves the page tree of one language. Entries that the input leaves out are deleted. The save is refused if a popup
 * names one of them.
 */
export async function savePageTree(tx: SiteTx, tree: PageTreeInput): Promise<SaveOutcome<'still_used_by'>> {
  const entries = flattenPageEntries(tree.entries);
  const ids = entries.map(({ id }) => id);
  const known = {
    pages: await lockExistingIds(
      tx,
      pages,
      entries.flatMap(({ page }) => page ?? []),
    ),
    entryOwners: await findEntryOwners(tx, ids, tree.lang),
  };
  const refusal = refuseFirstItemIssue(findTreeIssues({ entries: tree.entries, owner: tree.lang }, known));
  if (refusal) return refusal;
  const stored = await tx.select({ id: pageEntries.id }).from(pageEntries).where(eq(pageEntries.lang, tree.lang));
  const saved = await saveRows(tx, toPageTreeRows([tree]), [createResourceItemRef(pageTreeResource, tree.lang)]);
  if (!saved.ok) return saved;
  // A popup that is being saved locks its entries, so after their deletion this query cannot miss the popup.
  const removed = stored.flatMap(({ id }) => (ids.includes(id) ? [] : id));
  const titles = await listPopupsOnEntries(tx, removed);
  return titles.length > 0 ? createStillUsedRefusal(tx, 'still_used_by', titles) : saved;
}

/** Finds the languages of the other page trees that have one of the entries, by the id of the entry. */
async function findEntryOwners(tx: SiteTx, ids: readonly number[], lang: Lang): Promise<Map<number, Lang>> {
  const rows = await tx
    .select({ id: pageEntries.id, lang: pageEntries.lang })
    .from(pageEntries)
    .where(and(inArray(pageEntries.id, [...ids]), ne(pageEntries.lang, lang)));
  return new Map(rows.map((row) => [row.id, row.lang]));
}

async function listPopupsOnEntries(tx: SiteTx, ids: readonly number[]): Promise<Localized[]> {
  if (ids.length === 0) return [];
  const rows = await tx.select({ title: popups.title, entries: popups.pageEntries }).from(popups).orderBy(popups.id);
  return rows.flatMap(({ title, entries }) => (entries.some((id) => ids.includes(id)) ? [title] : []));
}

type EntryRowOfTree = StoredRowWithoutSiteId<typeof pageEntries>;

export function nestPageEntryRows(rows: readonly EntryRowOfTree[], parentId: number | null): PageEntryInput[] {
  return rows
    .filter((row) => row.parentId === parentId)
    .map(({ id, url, menuTitle, title, metaDescription, showInMenu, isText, type, ...row }) => {
      const children = nestPageEntryRows(rows, id);
      return {
        id,
        url,
        menuTitle,
        title,
        metaDescription,
        showInMenu,
        isText,
        type: type as PageEntryInput['type'],
        cms: { isCmsPage: row.isCmsPage, route: row.cmsRoute },
        link: { type: row.linkType, url: row.linkUrl, jsCode: row.linkCode },
        ...(row.elementRoute !== '' && { elementRoute: row.elementRoute }),
        ...(row.pageId !== null && { page: row.pageId }),
        ...(children.length > 0 && { children }),
      };
    });
}

export async function assignPageEntryIds(tx: SiteTx, entries: unknown): Promise<unknown> {
  const completed = await assignMissingIds(tx, pageEntries, entries);
  if (!Array.isArray(completed)) return completed;
  const nested: unknown[] = [];
  for (const entry of completed)
    nested.push(entry?.children ? { ...entry, children: await assignPageEntryIds(tx, entry.children) } : entry);
  return nested;
}

const listLinkScripts = (tree: ItemInput | null): string[] =>
  flattenPageEntries((tree?.entries ?? []) as PageEntryInput[])
    .flatMap(({ link }) => (link?.jsCode ? [link.jsCode] : []))
    .sort();

/**
 * The resource with which staff edit page trees. Its items are whole trees, one for each language, because entries can
 * move between folders.
 */
export const pageTreeResource: Resource = defineResource({
  ...pageTreeResourceSpec,
  table: null,
  parts: { entries: { table: pageEntries, foreignKey: 'lang' } },
  save: savePageTree,
  isReservedChange: ({ before, after }) => !isDeepStrictEqual(listLinkScripts(before), listLinkScripts(after)),
  toInput: ({ lang, entries }: { lang: Lang; entries: EntryRowOfTree[] }) => ({
    lang,
    entries: nestPageEntryRows(entries, null),
  }),
  completeInput: async (tx, input) => ({ ...input, entries: await assignPageEntryIds(tx, input.entries) }),
});
