import HelpOutline from '@mui/icons-material/HelpOutline';
import { Box, IconButton, Link, type Theme, Tooltip, Typography, useMediaQuery } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import {
  AppBar,
  type AppBarProps,
  Logout,
  RefreshIconButton,
  TitlePortal,
  UserMenu,
  useGetIdentity,
  useNotify,
} from 'react-admin';
import { useLocation } from 'react-router-dom';
import type { MenuGroup } from '#shared/resource-spec.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import { callAdminApi } from '../core/call-admin-api.ts';
import { getGuideNameOfScreen, getScreenHelpKey } from '../help/guides.ts';
import type HelpDrawer from '../help/HelpDrawer.tsx';
import { customScreens, resourceScreens } from '../screens/admin-screens.ts';
import { ClosedSiteNotice } from './ClosedSiteNotice.tsx';

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

export function HelpButton(): ReactNode {
  const { t } = useAdminTexts();
  const screen = useLocation().pathname.split('/')[1] ?? '';
  const notify = useNotify();
  const [opened, setOpened] = useState<{ screen: string; Drawer: typeof HelpDrawer } | null>(null);
  // The drawer is imported here and is not a lazy component, which would replace the whole panel, with everything
  // typed, by an error if it cannot be loaded.
  const open = async () => {
    try {
      const { default: Drawer } = await import('../help/HelpDrawer.tsx');
      setOpened({ screen, Drawer });
    } catch {
      notify('admin.helpFailed', { type: 'error' });
    }
  };
  return (
    <>
      <Tooltip title={t('admin.help')}>
        <IconButton color="inherit" aria-label={t('admin.help')} onClick={open}>
          <HelpOutline />
        </IconButton>
      </Tooltip>
      {opened?.screen === screen && (
        <opened.Drawer
          sentence={screen === '' ? null : t(getScreenHelpKey(screen))}
          guide={getGuideNameOfScreen(screen, findGroup(screen))}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

function findGroup(screen: string): MenuGroup | null {
  const custom = customScreens.find(({ path }) => path === `/${screen}`);
  return (custom ?? resourceScreens.find(({ name }) => name === screen))?.group ?? null;
}
