import { type FocusEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { useLocation } from '#client/core/navigation.ts';
import { ServerCachedElement } from '#client/core/ServerCachedElement.tsx';
import { useCloseFromDocument } from '#client/core/use-close-from-document.ts';
import { Icon } from '#client/ui/Icon.tsx';
import css from './MainMenu.module.css';
import { MenuLink, SubmenuList } from './MenuLink.tsx';
import { getCurrentEntryCacheKey, type MenuEntry } from './menu-entries.ts';

/** The menu on wide screens. Before hydration, style sheets open submenus on hover and focus. */
export function MainMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const { t } = useTexts();
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return (
    <nav className={css.menu} aria-label={t('site.menu')} data-live={isHydrated || undefined}>
      <ServerCachedElement as="ul" cacheKey={`menu ${getCurrentEntryCacheKey(entries)}`}>
        <MainMenuEntries entries={entries} />
      </ServerCachedElement>
    </nav>
  );
}

const MainMenuEntries = ({ entries }: { entries: readonly MenuEntry[] }) =>
  entries.map((entry) =>
    entry.children.length > 0 ? (
      <Submenu key={entry.id} entry={entry} />
    ) : (
      <li key={entry.id}>
        <MenuLink entry={entry} className={css.link} />
      </li>
    ),
  );

function Submenu({ entry }: { entry: MenuEntry }) {
  const { pathname } = useLocation();
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `pathname` closes the submenu
  useEffect(() => setOpen(false), [pathname]);
  const item = useRef<HTMLLIElement>(null);
  // This effect runs after the one that closes submenus, so that a submenu that was open by hover or focus before
  // hydration stays open.
  useEffect(() => setOpen(item.current?.matches(':hover, :focus-within') ?? false), []);

  const id = `submenu-${entry.id}`;
  const closeOnBlur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  const button = useRef<HTMLButtonElement>(null);
  useCloseFromDocument(isOpen, { item, button, close: () => setOpen(false) });
  const isHovered = useRef(false);
  const onHover = (isOver: boolean) => {
    isHovered.current = isOver;
    setOpen(isOver);
  };
  const toggle = {
    ref: button,
    type: 'button' as const,
    'aria-expanded': isOpen,
    'aria-controls': id,
    // Hovering has already opened the submenu, so a mouse click must not close it. `detail` is 0 for clicks by
    // keyboard.
    onClick: (event: MouseEvent) => setOpen(!isOpen || (event.detail > 0 && isHovered.current)),
  };
  return (
    <li
      ref={item}
      data-open={isOpen || undefined}
      onPointerEnter={(event) => event.pointerType === 'mouse' && onHover(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && onHover(false)}
      onBlur={closeOnBlur}
    >
      {entry.href === null && !entry.script ? (
        <button {...toggle} className={css.link} aria-current={entry.current}>
          {entry.title}
          <Icon name="down" className={css.arrow} />
        </button>
      ) : (
        <>
          <MenuLink entry={entry} className={css.link} />
          <button {...toggle} className={css.toggle}>
            <Icon name="down" className={css.arrow} />
            <span className="unseen">{t('site.submenu', { title: entry.title })}</span>
          </button>
        </>
      )}
      <SubmenuList entries={entry.children} id={id} className={css.sub} entryClass={css.subLink} />
    </li>
  );
}
