import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Menu, usePermissions } from 'react-admin';
import { customScreens, resourceScreens } from '../admin-screens.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { type MenuGroup, menuGroups } from '../core/admin-screen.ts';

/** The menu of the panel, with the screens in groups. */
export function AdminMenu(): ReactNode {
  const { permissions } = usePermissions();
  const isSuperAdmin = permissions === 'SUPER_ADMIN';
  return (
    <Menu>
      <Menu.DashboardItem />
      {menuGroups.map((group) => (
        <MenuSection key={group} group={group} isSuperAdmin={isSuperAdmin} />
      ))}
    </Menu>
  );
}

interface MenuSectionProps {
  group: MenuGroup;
  isSuperAdmin: boolean;
}

function MenuSection({ group, isSuperAdmin }: MenuSectionProps): ReactNode {
  const { t } = useAdminTexts();
  const isShown = (screen: { group: MenuGroup | null; isReserved?: boolean }) =>
    screen.group === group && (isSuperAdmin || !screen.isReserved);
  const resources = resourceScreens.filter(isShown);
  const others = customScreens.filter(isShown);
  if (resources.length + others.length === 0) return null;
  return (
    <Box component="section" aria-label={t(`admin.group.${group}`)}>
      <Typography
        variant="caption"
        color="text.secondary"
        sx={{ display: 'block', px: 2, pt: 2, pb: 0.5, letterSpacing: '0.04em' }}
        aria-hidden
      >
        {t(`admin.group.${group}`)}
      </Typography>
      {resources.map(({ name }) => (
        <Menu.ResourceItem key={name} name={name} />
      ))}
      {others.map(({ path, label, icon: Icon }) => (
        <Menu.Item key={path} to={path} primaryText={t(label)} {...(Icon && { leftIcon: <Icon /> })} />
      ))}
    </Box>
  );
}
