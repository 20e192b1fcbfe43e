import { useEffect, useState } from 'react';
import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import type { LanguageLink } from '#client/core/create-language-links.ts';
import { useLocation } from '#client/core/navigation.ts';
import { Icon } from '#client/ui/Icon.tsx';
import { CartLink } from './CartLink.tsx';
import css from './Header.module.css';
import { LogoOrEstateName } from './LogoOrEstateName.tsx';
import { MainMenu } from './MainMenu.tsx';
import { MenuSheet } from './MenuSheet.tsx';
import { createMainMenuEntries } from './menu-entries.ts';
import { LanguageMenu, TopBar } from './TopBar.tsx';
import { useAccountPath } from './use-account-path.ts';

/**
 * Scroll positions in pixels at which the header becomes compact or large. The two positions differ, so that the change
 * of the header's height cannot toggle the header again.
 */
const shrinkBelow = 160;
const growAbove = 40;

/**
 * Returns true if the page is scrolled down far enough for the compact header. A header that scrolls away is never
 * compact.
 */
function useIsHeaderCompact(isFixed: boolean): boolean {
  const [isShrunk, setShrunk] = useState(false);
  useEffect(() => {
    if (!isFixed) return;
    const update = () => setShrunk((wasShrunk) => window.scrollY > (wasShrunk ? growAbove : shrinkBelow));
    update();
    window.addEventListener('scroll', update, { passive: true });
    return () => window.removeEventListener('scroll', update);
  }, [isFixed]);
  return isShrunk;
}

/**
 * Header of a page: the top bar and the app bar with the menu. On small screens the menu opens as a sheet. The app bar
 * stays in view if the parameter MENU_TYPE is FIXED, and otherwise scrolls away.
 */
export function Header({ languages }: { languages: readonly LanguageLink[] }) {
  const shell = useSiteShell();
  const { parameters } = shell;
  const { pathname } = useLocation();
  const entries = createMainMenuEntries(shell, pathname);
  const { t } = useTexts();
  const isFixed = parameters.MENU_TYPE === 'FIXED';
  const isShrunk = useIsHeaderCompact(isFixed);
  const account = useAccountPath();
  return (
    <>
      <TopBar languages={languages} />
      <header
        className={css.header}
        data-layout={parameters.MENU_LAYOUT?.includes('CENT') ? 'center' : 'left'}
        data-type={isFixed ? 'fixed' : 'relative'}
        data-shrunk={isShrunk || undefined}
      >
        <div className={`page ${css.bar}`}>
          <a className={css.logo} href="/">
            <LogoOrEstateName />
          </a>
          <MainMenu entries={entries} />
          <div className={css.tools}>
            <div className={css.smallLanguages}>
              <LanguageMenu languages={languages} isShort />
            </div>
            <a className={`${css.tool} ${css.wide}`} href="/products/search">
              <Icon name="search" />
              <span className="unseen">{t('site.search')}</span>
            </a>
            <a className={`${css.tool} ${css.wide}`} href={account}>
              <Icon name="person" />
              <span className="unseen">{t('site.account')}</span>
            </a>
            <CartLink className={css.tool} />
            <MenuSheet entries={entries} />
          </div>
        </div>
      </header>
    </>
  );
}
