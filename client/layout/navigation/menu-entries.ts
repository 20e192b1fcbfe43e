import type { ClientPageEntry, SiteShell } from '#client/core/site-shell.ts';

/** A menu entry: a page, a link, a script to run, or a heading over its children. */
export interface MenuEntry {
  id: number;
  title: string;
  /** URL of the entry; `null` for a heading without a page, and for an entry that only runs a script. */
  href: string | null;
  isExternal: boolean;
  /** True for an entry without a page of its own: a link, a script or a heading. */
  hasNoPage: boolean;
  /** `page` for the entry of the current page, of which there is at most one; `true` for the entries above it. */
  current?: 'page' | 'true' | undefined;
  /** SHA-256 of a script that runs when the entry is clicked; empty if the entry has none. */
  script: string;
  children: readonly MenuEntry[];
}

const menuEntry = (entry: ClientPageEntry): MenuEntry => ({
  id: entry.id,
  title: entry.menuTitle,
  href: entry.path ?? (entry.link?.url || null),
  isExternal: /^https?:/.test(entry.link?.url ?? ''),
  hasNoPage: entry.path === null,
  script: entry.link?.script ?? '',
  children: createMenuEntries(entry.children),
});

/** Creates the visible menu entries of a page tree. A heading without visible children is left out. */
const createMenuEntries = (pages: readonly ClientPageEntry[]): MenuEntry[] =>
  pages
    .filter(({ showInMenu }) => showInMenu)
    .map(menuEntry)
    .filter(({ href, script, children }) => href !== null || script !== '' || children.length > 0);

/** Creates the entries of the main menu for a page. The home page is left out, because the logo links to it. */
export const createMainMenuEntries = ({ pages }: SiteShell, pathname: string): MenuEntry[] =>
  markCurrentEntry(createMenuEntries(pages.filter(({ type }) => type !== 'HOME')), pathname);

/**
 * Marks the entry of the current page, otherwise the nearest entry above that page, and the entries above the marked
 * one. Other links to the same page are not marked.
 */
function markCurrentEntry(entries: MenuEntry[], pathname: string): MenuEntry[] {
  const [nearest] = flattenEntries(entries)
    .filter(({ href }) => href === pathname || (href !== null && href !== '/' && pathname.startsWith(`${href}/`)))
    .sort((a, b) => (b.href ?? '').length - (a.href ?? '').length || +a.hasNoPage - +b.hasNoPage);
  const mark = (entry: MenuEntry): MenuEntry => {
    const children = entry.children.map(mark);
    if (entry === nearest) return { ...entry, children, current: entry.href === pathname ? 'page' : 'true' };
    return { ...entry, children, current: children.some(({ current }) => current) ? 'true' : undefined };
  };
  return entries.map(mark);
}

const flattenEntries = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => [entry, ...flattenEntries(entry.children)]);

/**
 * Returns the id and state of the deepest current entry, from which the states of the other entries follow; empty if
 * there is none. Only the server needs the result, as part of the key of reused HTML.
 */
export const getCurrentEntryCacheKey = (entries: readonly MenuEntry[]): string => {
  if (!import.meta.env.SSR) return '';
  const marked = flattenEntries(entries).findLast(({ current }) => current);
  return marked ? `${marked.id} ${marked.current}` : '';
};
