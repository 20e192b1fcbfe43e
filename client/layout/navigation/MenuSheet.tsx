import { type MouseEvent, useEffect, useRef } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { useLocation } from '#client/core/navigation.ts';
import { ServerCachedElement } from '#client/core/ServerCachedElement.tsx';
import { Icon } from '#client/ui/Icon.tsx';
import { listPhoneLinks } from '#shared/phone.ts';
import { LogoOrEstateName } from './LogoOrEstateName.tsx';
import { MenuLink, SubmenuList } from './MenuLink.tsx';
import css from './MenuSheet.module.css';
import { getCurrentEntryCacheKey, type MenuEntry } from './menu-entries.ts';

const sheetId = 'menu-sheet';

/** The menu on small screens: a popover before hydration, a modal dialog afterwards. */
export function MenuSheet({ entries }: { entries: readonly MenuEntry[] }) {
  const { parameters, site } = useSiteShell();
  const { t } = useTexts();
  const { pathname } = useLocation();
  const sheet = useRef<HTMLDialogElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `pathname` closes the menu
  useEffect(() => sheet.current?.close(), [pathname]);

  const open = (event: MouseEvent) => {
    if (sheet.current?.matches(':popover-open')) return;
    event.preventDefault();
    sheet.current?.showModal();
  };
  const close = (event: MouseEvent) => {
    if (!sheet.current?.open) return;
    event.preventDefault();
    sheet.current.close();
  };
  return (
    <>
      <button type="button" className={css.opener} popoverTarget={sheetId} onClick={open}>
        <Icon name="menu" />
        <span className="unseen">{t('site.menu')}</span>
      </button>
      <ServerCachedElement
        as="dialog"
        cacheKey={`sheet ${getCurrentEntryCacheKey(entries)}`}
        ref={sheet}
        id={sheetId}
        popover="auto"
        className={css.sheet}
        aria-label={t('site.menu')}
        onClick={(event) => event.target === event.currentTarget && close(event)}
      >
        <MenuSheetTop onClose={close} />
        <nav aria-label={t('site.menu.pages')}>
          <MenuSheetEntries entries={entries} />
        </nav>
        {listPhoneLinks(parameters.COMPANY_PHONE ?? '', site.timeZone).map(({ text, href }) => (
          <a key={href} className={css.phone} href={href}>
            <Icon name="phone" />
            {text}
          </a>
        ))}
      </ServerCachedElement>
    </>
  );
}

function MenuSheetTop({ onClose }: { onClose: (event: MouseEvent) => void }) {
  const { t } = useTexts();
  return (
    <div className={css.top}>
      <a className={css.logo} href="/">
        <LogoOrEstateName isLazy />
      </a>
      <button type="button" className={css.opener} popoverTarget={sheetId} popoverTargetAction="hide" onClick={onClose}>
        <Icon name="close" />
        <span className="unseen">{t('site.close')}</span>
      </button>
    </div>
  );
}

function MenuSheetEntries({ entries }: { entries: readonly MenuEntry[] }) {
  return (
    <ul className={css.entries}>
      {entries.map((entry) => (
        <li key={entry.id}>
          {entry.href === null && !entry.script ? (
            <p className={css.heading}>{entry.title}</p>
          ) : (
            <MenuLink entry={entry} className={css.entry} />
          )}
          {entry.children.length > 0 && (
            <SubmenuList entries={entry.children} className={css.children} entryClass={css.child} />
          )}
        </li>
      ))}
    </ul>
  );
}
