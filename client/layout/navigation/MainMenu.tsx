import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react';
import { useShell, useTexts } from '#client/core/app-context.tsx';
import { useLocation } from '#client/core/navigation.ts';
import { Icon } from '#client/ui/Icon.tsx';
import css from './MainMenu.module.css';
import { MenuBranch } from './MenuBranch.tsx';
import { MenuLink } from './MenuLink.tsx';
import { isWithin, type MenuEntry, menuOf } from './menu-entries.ts';

/** The menu of wide screens. Before scripts have come, entries below others open by hovering and by focus alone. */
export function MainMenu() {
  const shell = useShell();
  const { t } = useTexts();
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  return (
    <nav className={css.menu} aria-label={t('site.menu')} data-live={live || undefined}>
      <ul>
        {menuOf(shell).map((entry) =>
          entry.children.length > 0 ? (
            <Submenu key={entry.id} entry={entry} />
          ) : (
            <li key={entry.id}>
              <MenuLink entry={entry} className={css.link} />
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}

function Submenu({ entry }: { entry: MenuEntry }) {
  const { pathname } = useLocation();
  const { t } = useTexts();
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes what led to it
  useEffect(() => setOpen(false), [pathname]);
  const item = useRef<HTMLLIElement>(null);
  // After that, so that it counts at first: what hovering or focus had opened before scripts came stays open.
  useEffect(() => setOpen(item.current?.matches(':hover, :focus-within') ?? false), []);

  const id = `submenu-${entry.id}`;
  const leave = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  const closeByKey = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    event.currentTarget.querySelector('button')?.focus();
  };
  const hovered = useRef(false);
  const hover = (isOver: boolean) => {
    hovered.current = isOver;
    setOpen(isOver);
  };
  const toggle = {
    type: 'button' as const,
    'aria-expanded': open,
    'aria-controls': id,
    // A mouse has opened it by hovering: its click must not close what it has come for. A key's click has no detail.
    onClick: (event: MouseEvent) => setOpen(!open || (event.detail > 0 && hovered.current)),
  };
  return (
    <li
      ref={item}
      data-open={open || undefined}
      onPointerEnter={(event) => event.pointerType === 'mouse' && hover(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && hover(false)}
      onBlur={leave}
      onKeyDown={closeByKey}
    >
      {entry.href === null && !entry.script ? (
        <button {...toggle} className={css.link} data-current={isWithin(entry, pathname) || undefined}>
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
      <MenuBranch entries={entry.children} id={id} className={css.sub} entryClass={css.subLink} />
    </li>
  );
}
