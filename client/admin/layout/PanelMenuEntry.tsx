import ViewListIcon from '@mui/icons-material/ViewList';
import {
  ListItem,
  ListItemButton,
  ListItemIcon,
  ListItemText,
  type Theme,
  Tooltip,
  useMediaQuery,
} from '@mui/material';
import type { ComponentType, ReactNode } from 'react';
import { useSidebarState } from 'react-admin';
import { NavLink } from 'react-router-dom';

interface MenuEntryProps {
  /** URL path of the screen below `/admin`. */
  path: string;
  label: string;
  icon?: ComponentType | undefined;
}

/** An entry of the menu. While the sidebar is closed, only its icon is shown. */
export function PanelMenuEntry({ path, label, icon: Icon = ViewListIcon }: MenuEntryProps): ReactNode {
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
