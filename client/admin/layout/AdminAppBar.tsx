import { Box, Link, type Theme, Typography, useMediaQuery } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import {
  AppBar,
  type AppBarProps,
  Logout,
  RefreshIconButton,
  TitlePortal,
  UserMenu,
  useGetIdentity,
} from 'react-admin';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { callAdminApi } from '../core/call-admin-api.ts';
import { ClosedSiteNotice } from './ClosedSiteNotice.tsx';
import { HelpButton } from './HelpButton.tsx';

const isWide = { xs: 'none', sm: 'block' } as const;
/** Styles the title as inline text. The framework puts the title in a block, which is cut off without an ellipsis. */
const croppedTitle = { '& span': { display: 'inline' } } as const;

/** The estate's logo. On phones, until it is loaded, and for an estate without one, nothing is shown. */
export function EstateLogo(): ReactNode {
  const { data } = useQuery({ queryKey: ['logo'], queryFn: () => callAdminApi('GET /logo'), staleTime: Infinity });
  const logo = data?.logos.find(({ type }) => type === 'LOGO');
  if (!logo) return null;
  return (
    <Box
      component="img"
      src={logo.onlineImage.url}
      alt=""
      sx={{ display: { xs: 'none', sm: 'block' }, height: 32, maxWidth: 120, objectFit: 'contain', mr: 2 }}
    />
  );
}

/**
 * The bar at the top of the panel, with the site's name as a link to the site and the panel's languages.
 * @param props The properties of the framework, which keep the bar with the title visible when the screen scrolls.
 */
export function AdminAppBar(props: AppBarProps): ReactNode {
  const { siteName, lang, alternates } = useAdminConfig();
  const { t } = useAdminTexts();
  return (
    <AppBar {...props} toolbar={<Tools />} userMenu={<AccountMenu />}>
      <EstateLogo />
      <TitlePortal variant="h6" component="h1" sx={croppedTitle} />
      <ClosedSiteNotice />
      {alternates
        .filter((alternate) => alternate.lang !== lang)
        .map((alternate) => (
          <Link
            key={alternate.lang}
            href={alternate.href}
            lang={alternate.lang.slice(0, 2)}
            color="inherit"
            sx={{ mx: 1, minWidth: 24, textAlign: 'center' }}
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

/**
 * The menu of the user. On wide screens its button is labelled with the user's name. On phones the button is an icon
 * with the framework's translated label, because the framework would replace any other text by an English one.
 */
function AccountMenu(): ReactNode {
  const { identity } = useGetIdentity();
  const showsName = useMediaQuery((theme: Theme) => theme.breakpoints.up('sm'));
  return (
    <UserMenu {...(showsName && identity?.fullName && { label: identity.fullName })}>
      <Logout />
    </UserMenu>
  );
}
