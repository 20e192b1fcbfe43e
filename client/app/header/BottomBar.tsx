import { Icon, type IconName } from '#client/ui/Icon.tsx';
import type { TextKey } from '#shared/texts.ts';
import { useShell, useTexts } from '../app-context.tsx';
import { useLocation } from '../navigation.ts';
import { pathOfKind } from '../shell.ts';
import css from './BottomBar.module.css';

/** What a thumb reaches on small screens: home, wines, search, contact. */
export function BottomBar() {
  const shell = useShell();
  const { t } = useTexts();
  const { pathname } = useLocation();
  const places: { href: string | null; icon: IconName; text: TextKey }[] = [
    { href: '/', icon: 'home', text: 'site.home' },
    { href: pathOfKind(shell, 'WINE'), icon: 'bottle', text: 'site.wines' },
    { href: '/products/search', icon: 'search', text: 'site.search' },
    { href: '/contact', icon: 'contact', text: 'site.contact' },
  ];
  return (
    <nav className={css.bar} aria-label={t('site.shortcuts')}>
      <ul>
        {places.map(({ href, icon, text }) =>
          href === null ? null : (
            <li key={text}>
              <a href={href} aria-current={href === pathname ? 'page' : undefined}>
                <Icon name={icon} />
                {t(text)}
              </a>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}
