import type { MenuEntry } from './menu-entries.ts';

/**
 * A menu entry: a link, a button that runs a script, or a heading. Links to the current page and to the entries above
 * it are marked.
 */
export function MenuLink({ entry, className }: { entry: MenuEntry; className: string | undefined }) {
  const { href, title, isExternal, script, current } = entry;
  if (script) {
    return (
      <button type="button" className={className} data-script={script}>
        {title}
      </button>
    );
  }
  if (href === null) return <span className={className}>{title}</span>;
  return (
    <a className={className} href={href} rel={isExternal ? 'noopener' : undefined} aria-current={current}>
      {title}
    </a>
  );
}

interface SubmenuListProps {
  entries: readonly MenuEntry[];
  id?: string | undefined;
  className?: string | undefined;
  entryClass: string | undefined;
}

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
