import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { useLocation } from '#client/core/navigation.ts';
import { ServerCachedElement } from '#client/core/ServerCachedElement.tsx';
import { findPathOfPageKind } from '#client/core/site-shell.ts';
import { Icon, type IconName } from '#client/ui/Icon.tsx';
import type { TextKey } from '#shared/texts.ts';
import css from './BottomBar.module.css';
import { CartIcon, VisuallyHiddenCartCount } from './CartLink.tsx';
import { useAccountPath } from './use-account-path.ts';

export function BottomBar() {
  const shell = useSiteShell();
  const { t } = useTexts();
  const { pathname } = useLocation();
  const account = useAccountPath();
  const shortcuts: { href: string | null; icon: IconName; text: TextKey }[] = [
    { href: '/', icon: 'home', text: 'site.home' },
    { href: findPathOfPageKind(shell, 'WINE'), icon: 'bottle', text: 'site.wines' },
    { href: '/products/search', icon: 'search', text: 'site.search' },
    { href: '/cart', icon: 'basket', text: 'site.cart' },
    { href: account, icon: 'person', text: 'site.account' },
  ];
  const current = shortcuts.find(({ href }) => href === pathname)?.href;
  return (
    <nav className={css.bar} aria-label={t('site.shortcuts')}>
      <ServerCachedElement as="ul" cacheKey={`shortcuts ${account} ${current}`}>
        {shortcuts.map(({ href, icon, text }) =>
          href === null ? null : (
            <li key={text}>
              <a href={href} aria-current={href === current ? 'page' : undefined}>
                {icon === 'basket' ? <CartIcon /> : <Icon name={icon} />}
                <span>{t(text)}</span>
                {icon === 'basket' && <VisuallyHiddenCartCount />}
              </a>
            </li>
          ),
        )}
      </ServerCachedElement>
    </nav>
  );
}
