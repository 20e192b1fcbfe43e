import ExpandLess from '@mui/icons-material/ExpandLess';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { ButtonBase, Collapse, List } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { useSidebarState, useTranslate } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { CustomScreen, MenuGroup, ResourceScreens } from '../core/admin-screen.ts';
import { PanelMenuEntry } from './PanelMenuEntry.tsx';

interface CollapsibleMenuGroupProps {
  group: MenuGroup;
  resources: readonly ResourceScreens[];
  others: readonly CustomScreen[];
}

/**
 * A group of the menu. The group with the current screen and the group of orders are open, until a click on the name of
 * a group opens or closes it.
 */
export function CollapsibleMenuGroup({ group, resources, others }: CollapsibleMenuGroupProps): ReactNode {
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
