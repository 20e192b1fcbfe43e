import { fixedPages, type PageKind } from './page-kinds.ts';
import type { PageEntry } from './site-contract.ts';

const fixedPaths = new Map<string, string>(Object.entries(fixedPages).map(([path, kind]) => [kind, path]));

/**
 * Path of an entry below its ancestors; `null` for a heading and for a link, which have no page. The kinds that every
 * site has at a fixed path are there wherever the tree puts them; `cms.route` is the whole path.
 */
export function entryPath(entry: PageEntry, ancestors: readonly PageEntry[]): string | null {
  if (entry.isText || entry.type === 'LINK' || entry.link.type !== 'NONE') return null;
  const fixed = fixedPaths.get(entry.type);
  if (fixed) return fixed;
  if (entry.cms.route) return `/${entry.cms.route.replace(/^\/+|\/+$/g, '')}`;
  return `/${[...ancestors, entry].map(({ url }) => url).join('/')}`;
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

/** Kinds of which a site has several pages: one such page is no translation of another. */
const manyOfAKind: readonly string[] = ['CMS', 'TEXT', 'FOLDER', 'LINK'] satisfies PageKind[];

/**
 * For each path of one tree, the path of the same page in another language's tree: the entry of the same kind where
 * there is one of it; else the entry at the same place below a parent that has its counterpart, if its kind is the same.
 */
export function counterparts(pages: readonly PageEntry[], others: readonly PageEntry[]): Map<string, string> {
  const theirs = placeEntries(others);
  const ours = placeEntries(pages);
  const single = (placed: PlacedEntry, all: PlacedEntry[]) =>
    !manyOfAKind.includes(placed.entry.type) &&
    all.filter(({ entry }) => entry.type === placed.entry.type).length === 1;
  const place = ({ entry, ancestors }: PlacedEntry) =>
    [...ancestors, entry].map(({ order, type }) => `${order}:${type}`).join('/');

  const pairs = new Map<string, string>();
  for (const our of ours) {
    if (our.path === null) continue;
    const their = single(our, ours)
      ? theirs.find((candidate) => candidate.entry.type === our.entry.type && single(candidate, theirs))
      : theirs.find((candidate) => place(candidate) === place(our));
    if (their?.path != null) pairs.set(our.path, their.path);
  }
  return pairs;
}
