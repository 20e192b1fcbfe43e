import type { Shell, ShellEntry } from '#client/core/shell.ts';

/** An entry of the menu: a page, a link elsewhere, or a heading over its children. */
export interface MenuEntry {
  id: number;
  title: string;
  /** `null` for a heading. */
  href: string | null;
  /** Leads away from the site. */
  external: boolean;
  /** Runs this script of the site instead. */
  script: string;
  children: readonly MenuEntry[];
}

const menuEntry = (entry: ShellEntry): MenuEntry => ({
  id: entry.id,
  title: entry.menuTitle,
  href: entry.path ?? (entry.link?.url || null),
  external: /^https?:/.test(entry.link?.url ?? ''),
  script: entry.link?.script ?? '',
  children: menuEntries(entry.children),
});

/** The entries that the menu shows. A heading of which no child is shown is left out with them. */
export const menuEntries = (pages: readonly ShellEntry[]): MenuEntry[] =>
  pages
    .filter(({ showInMenu }) => showInMenu)
    .map(menuEntry)
    .filter(({ href, script, children }) => href !== null || script !== '' || children.length > 0);

/** The menu without the home page, to which the logo leads already. */
export const menuOf = ({ pages }: Shell): MenuEntry[] => menuEntries(pages.filter(({ type }) => type !== 'HOME'));

/** Whether the page at `pathname` is this entry's or below it. */
export const isWithin = ({ href, children }: MenuEntry, pathname: string): boolean =>
  href === pathname ||
  (href !== null && href !== '/' && pathname.startsWith(`${href}/`)) ||
  children.some((child) => isWithin(child, pathname));
