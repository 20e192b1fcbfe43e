import { isWithin, type MenuEntry } from '../menu-entries.ts';
import { useLocation } from '../navigation.ts';

/** One entry of a menu. The page that is shown, and what it lies in, are marked. */
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
  return (
    <a
      className={className}
      href={href ?? undefined}
      rel={external ? 'noopener' : undefined}
      aria-current={href === pathname ? 'page' : undefined}
      data-current={isWithin(entry, pathname) || undefined}
    >
      {title}
    </a>
  );
}
