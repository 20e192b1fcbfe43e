import { optionalFixedPathKinds, type PageEntryKind, pageKindsByFixedPath } from './page-entry-kinds.ts';
import type { PageEntry } from './site-contract.ts';

const fixedPaths = new Map<string, string>(
  Object.entries({ ...pageKindsByFixedPath, ...optionalFixedPathKinds }).map(([path, kind]) => [kind, path]),
);

/** Builds the URL path that follows from the page tree alone, without regard to fixed paths and `cms.route`. */
export const buildPathFromEntrySlugs = (entry: PageEntry, ancestors: readonly PageEntry[]): string =>
  `/${[...ancestors, entry].map(({ url }) => url).join('/')}`;

/**
 * Builds the URL path of a page tree entry; null for headings and links, which have no page. Kinds of pages with a
 * fixed path have that path wherever the entry is in the tree. For all others, `cms.route` replaces the whole path
 * unless it is empty.
 */
export function buildEntryPath(entry: PageEntry, ancestors: readonly PageEntry[]): string | null {
  if (entry.isText || entry.type === 'LINK' || entry.link.type !== 'NONE') return null;
  const fixed = fixedPaths.get(entry.type);
  if (fixed) return fixed;
  if (entry.cms.route) return `/${entry.cms.route.replace(/^\/+|(?<!\/)\/+$/g, '')}`;
  return buildPathFromEntrySlugs(entry, ancestors);
}

interface PageEntryWithPath {
  entry: PageEntry;
  path: string | null;
  ancestors: readonly PageEntry[];
}

/** Lists all entries of a page tree with their URL paths, parents before children. */
export function listPageEntriesWithPaths(
  pages: readonly PageEntry[],
  ancestors: readonly PageEntry[] = [],
): PageEntryWithPath[] {
  return [...pages]
    .sort((a, b) => a.order - b.order)
    .flatMap((entry) => [
      { entry, path: buildEntryPath(entry, ancestors), ancestors },
      ...listPageEntriesWithPaths(entry.children, [...ancestors, entry]),
    ]);
}

/**
 * Kinds of pages of which a site can have several, so that the kind alone does not identify the translation of a page.
 */
const repeatableKinds: readonly string[] = ['CMS', 'TEXT', 'FOLDER', 'LINK', 'ELEMENTS'] satisfies PageEntryKind[];

interface PageWithPath {
  entry: PageEntry;
  path: string;
}

/** Lists the entries of a page tree that have a page: neither headings nor links. */
const listPages = (pages: readonly PageEntry[]): PageWithPath[] =>
  listPageEntriesWithPaths(pages).flatMap(({ entry, path }) => (path === null ? [] : [{ entry, path }]));

/**
 * Maps the URL paths of a page tree to those of their translations in the page tree of another language: the entry that
 * shows the same page or lists the same elements, otherwise the only entry of the same kind.
 */
export function mapTranslatedPaths(pages: readonly PageEntry[], others: readonly PageEntry[]): Map<string, string> {
  const [ours, theirs] = [listPages(pages), listPages(others)];
  const isOnlyOne = (kind: string, all: readonly PageWithPath[]) =>
    !repeatableKinds.includes(kind) && all.filter(({ entry }) => entry.type === kind).length === 1;

  const pairs = new Map<string, string>();
  for (const { entry, path } of ours) {
    const their =
      theirs.find((candidate) => entry.page !== null && candidate.entry.page === entry.page) ??
      theirs.find((candidate) => entry.elementRoute && candidate.entry.elementRoute === entry.elementRoute) ??
      (isOnlyOne(entry.type, ours) && isOnlyOne(entry.type, theirs)
        ? theirs.find((candidate) => candidate.entry.type === entry.type)
        : undefined);
    if (their) pairs.set(path, their.path);
  }
  return pairs;
}
