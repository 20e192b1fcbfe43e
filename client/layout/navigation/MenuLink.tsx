import { useLocation } from '#client/core/navigation.ts';
import { isWithin, type MenuEntry } from './menu-entries.ts';

/** One entry of a menu: a link, a button for what runs a script, or words. The shown page and what it lies in are marked. */
export function MenuLink({ entry, className }: { entry: MenuEntry; className: string | undefined }) {
  const { pathname } = useLocation();
  const { href, title, external, script } = entry;
  if (script) {
    return (
      <button type="button" className={className} data-script={script}>
        {title}
      </button>
    );
  }
  if (href === null) return <span className={className}>{title}</span>;
  return (
    <a
      className={className}
      href={href}
      rel={external ? 'noopener' : undefined}
      aria-current={href === pathname ? 'page' : undefined}
      data-current={isWithin(entry, pathname) || undefined}
    >
      {title}
    </a>
  );
}
