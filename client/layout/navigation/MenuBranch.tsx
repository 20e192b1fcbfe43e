import { MenuLink } from './MenuLink.tsx';
import type { MenuEntry } from './menu-entries.ts';

interface MenuBranchProps {
  entries: readonly MenuEntry[];
  id?: string | undefined;
  className?: string | undefined;
  entryClass: string | undefined;
}

/** Submenu of a menu entry, with the submenus below it. */
export const MenuBranch = ({ entries, id, className, entryClass }: MenuBranchProps) => (
  <ul id={id} className={className}>
    {entries.map((entry) => (
      <li key={entry.id}>
        <MenuLink entry={entry} className={entryClass} />
        {entry.children.length > 0 && <MenuBranch entries={entry.children} entryClass={entryClass} />}
      </li>
    ))}
  </ul>
);
