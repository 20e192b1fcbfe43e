import type { ReactNode } from 'react';
import { Menu, usePermissions } from 'react-admin';
import { customScreens, resourceScreens } from '../admin-screens.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { menuGroups } from '../core/admin-screen.ts';
import { MenuSection } from './MenuSection.tsx';

/** The menu of the panel, with the screens in groups. */
export function AdminMenu(): ReactNode {
  const { permissions } = usePermissions();
  const { t } = useAdminTexts();
  const isShown = ({ isReserved }: { isReserved?: boolean }) => permissions === 'SUPER_ADMIN' || !isReserved;
  return (
    <Menu>
      <Menu.DashboardItem primaryText={t('admin-today.title')} />
      {menuGroups.map((group) => (
        <MenuSection
          key={group}
          group={group}
          resources={resourceScreens.filter((screen) => screen.group === group && isShown(screen))}
          others={customScreens.filter((screen) => screen.group === group && isShown(screen))}
        />
      ))}
    </Menu>
  );
}
