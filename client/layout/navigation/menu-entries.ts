import type { ClientPageEntry, SiteShell } from '#client/core/site-shell.ts';

/** A menu entry: a page, a link, or a heading over its children. */
export interface MenuEntry {
  id: number;
  title: string;
  /** `null` for a heading that leads to no page. */
  href: string | null;
  isExternal: boolean;
  /** SHA-256 of a script that a click runs instead of a navigation; empty if there is none. */
  script: string;
  children: readonly MenuEntry[];
}

const menuEntry = (entry: ClientPageEntry): MenuEntry => ({
  id: entry.id,
  title: entry.menuTitle,
  href: entry.path ?? (entry.link?.url || null),
  isExternal: /^https?:/.test(entry.link?.url ?? ''),
  script: entry.link?.script ?? '',
  children: createMenuEntries(entry.children),
});

/** Returns the visible entries. A heading without visible children is left out. */
export const createMenuEntries = (pages: readonly ClientPageEntry[]): MenuEntry[] =>
  pages
    .filter(({ showInMenu }) => showInMenu)
    .map(menuEntry)
    .filter(({ href, script, children }) => href !== null || script !== '' || children.length > 0);

/** Returns the main menu. It leaves out the home page, because the logo links to it. */
export const createMainMenuEntries = ({ pages }: SiteShell): MenuEntry[] =>
  createMenuEntries(pages.filter(({ type }) => type !== 'HOME'));

/** @returns whether `pathname` is the entry's page or a page below it. */
export const isPathWithinEntry = ({ href, children }: MenuEntry, pathname: string): boolean =>
  href === pathname ||
  (href !== null && href !== '/' && pathname.startsWith(`${href}/`)) ||
  children.some((child) => isPathWithinEntry(child, pathname));
