import DashboardIcon from '@mui/icons-material/Dashboard';
import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import ViewListIcon from '@mui/icons-material/ViewList';
import {
  Box,
  Button,
  ButtonBase,
  Collapse,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  List,
  ListItem,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  type Theme,
  Tooltip,
  useMediaQuery,
} from '@mui/material';
import { type ComponentType, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react';
import {
  Layout,
  type LayoutProps,
  Sidebar,
  type SidebarProps,
  usePermissions,
  useSidebarState,
  useTranslate,
} from 'react-admin';
import { NavLink, useLocation, useNavigationType } from 'react-router-dom';
import { type MenuGroup, menuGroups } from '#shared/resource-spec.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import type { CustomScreen, ResourceScreens } from '../core/admin-screen.ts';
import { LoadingScreen } from '../core/LoadingScreen.tsx';
import { PartBoundary } from '../core/PartBoundary.tsx';
import { buildLoginPath, sessionEndedEvent } from '../core/session.ts';
import { customScreens, resourceScreens } from '../screens/admin-screens.ts';
import { AdminAppBar } from './AdminAppBar.tsx';

interface CollapsibleMenuGroupProps {
  group: MenuGroup;
  resources: readonly ResourceScreens[];
  others: readonly CustomScreen[];
}

/**
 * A group of the menu. The group with the current screen and the group of orders are open, until a click on the name of
 * a group opens or closes it.
 */
function CollapsibleMenuGroup({ group, resources, others }: CollapsibleMenuGroupProps): ReactNode {
  const { t } = useAdminTexts();
  const translate = useTranslate();
  const { pathname } = useLocation();
  const [isSidebarOpen] = useSidebarState();
  const listId = useId();
  const paths = [...resources.map(({ name }) => `/${name}`), ...others.map(({ path }) => path)];
  const isCurrent = paths.some((path) => pathname === path || pathname.startsWith(`${path}/`));
  const [isToggled, setIsToggled] = useState<boolean | null>(null);
  const isOpen = isToggled ?? (isCurrent || group === 'orders');
  if (paths.length === 0) return null;
  return (
    <>
      {isSidebarOpen && (
        <ButtonBase
          onClick={() => setIsToggled(!isOpen)}
          aria-expanded={isOpen}
          aria-controls={listId}
          sx={{
            px: 2,
            pt: 1.5,
            pb: 0.5,
            width: '100%',
            justifyContent: 'space-between',
            typography: 'body2',
            color: 'text.secondary',
          }}
        >
          {t(`admin.group.${group}`)}
          {isOpen ? <ExpandLess fontSize="small" /> : <ExpandMore fontSize="small" />}
        </ButtonBase>
      )}
      <Collapse in={isOpen} id={listId} unmountOnExit>
        <List disablePadding>
          {resources.map(({ name, icon }) => (
            <PanelMenuEntry
              key={name}
              path={`/${name}`}
              label={translate(`resources.${name}.name`, { smart_count: 2 })}
              icon={icon}
            />
          ))}
          {others.map(({ path, label, icon }) => (
            <PanelMenuEntry key={path} path={path} label={t(label)} icon={icon} />
          ))}
        </List>
      </Collapse>
    </>
  );
}

export function AdminMenu(): ReactNode {
  const { permissions } = usePermissions();
  const { t } = useAdminTexts();
  const isShown = ({ isReserved }: { isReserved?: boolean }) => permissions === 'SUPER_ADMIN' || !isReserved;
  return (
    <Box component="nav" aria-label={t('admin.menu')} sx={{ pt: 1, pb: 4 }}>
      <List disablePadding>
        <PanelMenuEntry path="/" label={t('admin-today.title')} icon={DashboardIcon} />
      </List>
      {menuGroups.map((group) => (
        <CollapsibleMenuGroup
          key={group}
          group={group}
          resources={resourceScreens.filter((screen) => screen.group === group && isShown(screen))}
          others={customScreens.filter((screen) => screen.group === group && isShown(screen))}
        />
      ))}
    </Box>
  );
}

/**
 * The framework's sidebar, which is remounted when a turned device becomes as narrow as a phone, or wide again.
 * Otherwise the framework would open the phone's menu for one render, which leaves the screen hidden from screen
 * readers. On phones the sidebar is a dialog, which needs a name.
 */
function PanelSidebar(props: SidebarProps): ReactNode {
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const { t } = useAdminTexts();
  const name = { paper: { 'aria-label': t('admin.menu') } };
  return <Sidebar key={String(isPhone)} {...(isPhone && { slotProps: name })} {...props} />;
}

/**
 * Asks to log in again when the session has ended. The log-in page opens in another tab, so that the form behind the
 * dialog keeps what was typed.
 */
export function SessionEndedDialog(): ReactNode {
  const { t } = useAdminTexts();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const open = () => setIsOpen(true);
    window.addEventListener(sessionEndedEvent, open);
    return () => window.removeEventListener(sessionEndedEvent, open);
  }, []);
  return (
    <Dialog open={isOpen} onClose={() => setIsOpen(false)} aria-labelledby="session-ended-title">
      <DialogTitle id="session-ended-title">{t('admin.sessionEnded.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('admin.sessionEnded.text')}</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button onClick={() => setIsOpen(false)}>{t('admin.sessionEnded.continue')}</Button>
        <Button variant="contained" href={buildLoginPath('/admin')} target="_blank" rel="noopener">
          {t('admin.sessionEnded.logIn')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Id of the heading in the bar, into which the framework renders the title of the current screen. */
const titleId = 'react-admin-title';

/** Keeps the title of the browser's tab equal to the heading of the current screen, followed by the site's name. */
function useDocumentTitle(siteName: string): void {
  useEffect(() => {
    const heading = document.getElementById(titleId);
    if (!heading) return;
    const update = () => {
      document.title = [heading.textContent.trim(), siteName].filter(Boolean).join(' – ');
    };
    update();
    const observer = new MutationObserver(update);
    observer.observe(heading, { childList: true, characterData: true, subtree: true });
    return () => observer.disconnect();
  }, [siteName]);
}

/** Returns the part of a URL path that names a screen. Further parts name a view of the item, such as a tab. */
const stripItemTabFromPath = (pathname: string): string => pathname.split('/').slice(0, 3).join('/');

/**
 * Scrolls to the top when another screen opens. Tabs of the same item keep their position, and so do screens to which
 * the user goes back.
 */
function useScrollToTop(): void {
  const screen = stripItemTabFromPath(useLocation().pathname);
  const navigation = useNavigationType();
  // biome-ignore lint/correctness/useExhaustiveDependencies: The position changes with the screen only.
  useEffect(() => {
    if (navigation !== 'POP') window.scrollTo(0, 0);
  }, [screen]);
}

/** Id of the framework's element around each screen, which is also the target of the skip link. */
const contentId = 'main-content';

/**
 * Moves the focus to the content whenever another screen is opened, so that screen readers read the new screen and the
 * Tab key continues in it. A field that has received the focus by itself keeps the focus.
 */
function useScreenFocus(): void {
  const screenPath = stripItemTabFromPath(useLocation().pathname);
  const shownPath = useRef(screenPath);
  useEffect(() => {
    if (shownPath.current === screenPath) return;
    shownPath.current = screenPath;
    const content = document.getElementById(contentId);
    if (!content || content.contains(document.activeElement)) return;
    content.tabIndex = -1;
    content.focus({ preventScroll: true });
  }, [screenPath]);
}

const dialogSelector = '[role="dialog"]';

const isInDialog = (element: Element): boolean => element.closest(dialogSelector) !== null;

const isDisabled = (element: Element): boolean => element.matches(':disabled');

/**
 * Gives the focus back to the element that had it before it was disabled. A button that is disabled while its call runs
 * loses the focus, so that the keyboard and screen readers would begin at the top of the document again. If a dialog
 * opens in the meantime, the element gets the focus when the dialog has been closed.
 */
function useRefocusAfterDisabled(): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    const remember = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && !isInDialog(target)) last = target;
    };
    // If an element loses the focus while it is enabled, the user or the screen has moved the focus deliberately.
    const forget = ({ target }: FocusEvent) => {
      if (target === last && last && !isDisabled(last)) last = null;
    };
    const recover = () => {
      const isLost = document.activeElement === null || document.activeElement === document.body;
      if (!isLost || !last?.isConnected || isDisabled(last) || document.querySelector(dialogSelector)) return;
      last.focus({ preventScroll: true });
    };
    // Changes of the body and of the attribute `disabled` are observed, because they show that MUI has removed a dialog
    // or enabled a button.
    const observer = new MutationObserver(recover);
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
    document.addEventListener('focusin', remember);
    document.addEventListener('focusout', forget);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', remember);
      document.removeEventListener('focusout', forget);
    };
  }, []);
}

export function AdminLayout({ children, ...props }: LayoutProps): ReactNode {
  useDocumentTitle(useAdminConfig().siteName);
  useRefocusAfterDisabled();
  useScreenFocus();
  useScrollToTop();
  return (
    <>
      <Layout {...props} appBarAlwaysOn appBar={AdminAppBar} menu={AdminMenu} sidebar={PanelSidebar}>
        <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
      </Layout>
      <PartBoundary>
        <SessionEndedDialog />
      </PartBoundary>
    </>
  );
}

interface MenuEntryProps {
  /** URL path of the screen below `/admin`. */
  path: string;
  label: string;
  icon?: ComponentType | undefined;
}

/** An entry of the menu. While the sidebar is closed, only its icon is shown. */
function PanelMenuEntry({ path, label, icon: Icon = ViewListIcon }: MenuEntryProps): ReactNode {
  const [isSidebarOpen, setIsSidebarOpen] = useSidebarState();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  return (
    <ListItem disablePadding>
      <Tooltip title={isSidebarOpen ? '' : label} placement="right">
        <ListItemButton
          component={NavLink}
          to={path}
          end={path === '/'}
          onClick={() => isNarrow && setIsSidebarOpen(false)}
          aria-label={isSidebarOpen ? undefined : label}
          sx={{
            minHeight: 40,
            py: 0.5,
            color: 'text.secondary',
            '&.active': { bgcolor: '#f0e6e3', color: 'primary.main', fontWeight: 600 },
          }}
        >
          <ListItemIcon sx={{ minWidth: 38, color: 'inherit' }}>
            <Icon />
          </ListItemIcon>
          {isSidebarOpen && (
            <ListItemText
              primary={label}
              slotProps={{ primary: { sx: { fontSize: '0.925rem', fontWeight: 'inherit', lineHeight: 1.3 } } }}
            />
          )}
        </ListItemButton>
      </Tooltip>
    </ListItem>
  );
}
