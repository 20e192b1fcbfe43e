import { Link, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { AppBar, Logout, RefreshIconButton, TitlePortal, UserMenu, useGetIdentity } from 'react-admin';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { HelpButton } from '../help/HelpButton.tsx';
import { ClosedSiteNotice } from './ClosedSiteNotice.tsx';
import { EstateLogo } from './EstateLogo.tsx';

const isWide = { xs: 'none', sm: 'block' } as const;

/** The bar at the top of the panel, with the site's name as a link to the site and the panel's languages. */
export function AdminAppBar(): ReactNode {
  const { siteName, lang, alternates } = useAdminConfig();
  const { t } = useAdminTexts();
  return (
    <AppBar toolbar={<Tools />} userMenu={<AccountMenu />}>
      <EstateLogo />
      <TitlePortal variant="h6" component="h1" />
      <ClosedSiteNotice />
      {alternates
        .filter((alternate) => alternate.lang !== lang)
        .map((alternate) => (
          <Link
            key={alternate.lang}
            href={alternate.href}
            lang={alternate.lang.slice(0, 2)}
            color="inherit"
            sx={{ mx: 1 }}
          >
            {alternate.lang.slice(0, 2).toUpperCase()}
          </Link>
        ))}
      <Link href="/" color="inherit" sx={{ mx: 1, display: isWide }}>
        <Typography component="span" variant="body2">
          {t('admin.viewSite', { site: siteName })}
        </Typography>
      </Link>
    </AppBar>
  );
}

function Tools(): ReactNode {
  return (
    <>
      <HelpButton />
      <RefreshIconButton />
    </>
  );
}

/** The menu of the user. The accessible name of its button is the user's name, which it shows. */
function AccountMenu(): ReactNode {
  const { identity } = useGetIdentity();
  return (
    <UserMenu {...(identity?.fullName && { label: identity.fullName })}>
      <Logout />
    </UserMenu>
  );
}
