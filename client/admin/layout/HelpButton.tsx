import HelpOutline from '@mui/icons-material/HelpOutline';
import { IconButton, Tooltip } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useNotify } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { MenuGroup } from '../core/admin-screen.ts';
import { getGuideNameOfScreen, getScreenHelpKey } from '../help/guides.ts';
import type HelpDrawer from '../help/HelpDrawer.tsx';
import { customScreens, resourceScreens } from '../screens/admin-screens.ts';

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
