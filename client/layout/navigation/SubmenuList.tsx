import { MenuLink } from './MenuLink.tsx';
import type { MenuEntry } from './menu-entries.ts';

interface SubmenuListProps {
  entries: readonly MenuEntry[];
  id?: string | undefined;
  className?: string | undefined;
  entryClass: string | undefined;
}

/** Submenu of a menu entry, with the submenus below it. */
export const SubmenuList = ({ entries, id, className, entryClass }: SubmenuListProps) => (
  <ul id={id} className={className}>
    {entries.map((entry) => (
      <li key={entry.id}>
        <MenuLink entry={entry} className={entryClass} />
        {entry.children.length > 0 && <SubmenuList entries={entry.children} entryClass={entryClass} />}
      </li>
    ))}
  </ul>
);
