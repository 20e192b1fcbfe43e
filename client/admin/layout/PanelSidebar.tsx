import { type Theme, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import { Sidebar, type SidebarProps } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';

/**
 * The framework's sidebar, which is remounted when a turned device becomes as narrow as a phone, or wide again.
 * Otherwise the framework would open the phone's menu for one render, which leaves the screen hidden from screen
 * readers. On phones the sidebar is a dialog, which needs a name.
 */
export function PanelSidebar(props: SidebarProps): ReactNode {
  const isPhone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'), { noSsr: true });
  const { t } = useAdminTexts();
  const name = { paper: { 'aria-label': t('admin.menu') } };
  return <Sidebar key={String(isPhone)} {...(isPhone && { slotProps: name })} {...props} />;
}
