import { fixedPages, type PageKind } from './page-kinds.ts';
import type { PageEntry } from './site-contract.ts';

const fixedPaths = new Map<string, string>(Object.entries(fixedPages).map(([path, kind]) => [kind, path]));

/** Where the tree alone would put an entry: the segments of its ancestors and its own. */
export const treePath = (entry: PageEntry, ancestors: readonly PageEntry[]): string =>
  `/${[...ancestors, entry].map(({ url }) => url).join('/')}`;

/**
 * Path of an entry below its ancestors; `null` for a heading and for a link, which have no page. The kinds that every
 * site has at a fixed path are there wherever the tree puts them; `cms.route` is the whole path.
 */
export function entryPath(entry: PageEntry, ancestors: readonly PageEntry[]): string | null {
  if (entry.isText || entry.type === 'LINK' || entry.link.type !== 'NONE') return null;
  const fixed = fixedPaths.get(entry.type);
  if (fixed) return fixed;
  if (entry.cms.route) return `/${entry.cms.route.replace(/^\/+|\/+$/g, '')}`;
  return treePath(entry, ancestors);
}

export interface PlacedEntry {
  entry: PageEntry;
  path: string | null;
  ancestors: readonly PageEntry[];
}

/** Every entry of a tree with its path, parents before their children. */
export function placeEntries(pages: readonly PageEntry[], ancestors: readonly PageEntry[] = []): PlacedEntry[] {
  return [...pages]
    .sort((one, other) => one.order - other.order)
    .flatMap((entry) => [
      { entry, path: entryPath(entry, ancestors), ancestors },
      ...placeEntries(entry.children, [...ancestors, entry]),
    ]);
}

/** Path of the first page of a kind; null where the tree has none. */
export const pathOfKind = (pages: readonly PageEntry[], kind: PageKind): string | null =>
  placeEntries(pages).find(({ entry, path }) => entry.type === kind && path !== null)?.path ?? null;

/** Kinds of which a site has several pages: one such page is no translation of another. */
const manyOfAKind: readonly string[] = ['CMS', 'TEXT', 'FOLDER', 'LINK'] satisfies PageKind[];

/**
 * For each path of one tree, the path of the same page in another language's tree: the entry that shows the same page;
 * else the one of its kind, where each tree has one.
 */
export function counterparts(pages: readonly PageEntry[], others: readonly PageEntry[]): Map<string, string> {
  const [ours, theirs] = [placeEntries(pages), placeEntries(others)];
  const onlyOne = (kind: string, all: readonly PlacedEntry[]) =>
    !manyOfAKind.includes(kind) && all.filter(({ entry }) => entry.type === kind).length === 1;

  const pairs = new Map<string, string>();
  for (const { entry, path } of ours) {
    if (path === null) continue;
    const their =
      theirs.find((candidate) => entry.page !== null && candidate.entry.page === entry.page) ??
      (onlyOne(entry.type, ours) && onlyOne(entry.type, theirs)
        ? theirs.find((candidate) => candidate.entry.type === entry.type)
        : undefined);
    if (their?.path != null) pairs.set(path, their.path);
  }
  return pairs;
}
