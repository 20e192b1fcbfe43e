import DashboardIcon from '@mui/icons-material/Dashboard';
import { Box, List } from '@mui/material';
import type { ReactNode } from 'react';
import { usePermissions } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';
import { menuGroups } from '../core/admin-screen.ts';
import { customScreens, resourceScreens } from '../screens/admin-screens.ts';
import { CollapsibleMenuGroup } from './CollapsibleMenuGroup.tsx';
import { PanelMenuEntry } from './PanelMenuEntry.tsx';

/** The menu of the panel, with the screens in groups. */
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
