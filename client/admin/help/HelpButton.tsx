import HelpOutline from '@mui/icons-material/HelpOutline';
import { IconButton, Tooltip } from '@mui/material';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { customScreens, resourceScreens } from '../admin-screens.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { MenuGroup } from '../core/admin-screen.ts';
import { findGuide, findSentenceKey } from './guides.ts';

const HelpDrawer = lazy(() => import('./HelpDrawer.tsx'));

/** Opens the help of the current screen beside it. */
export function HelpButton(): ReactNode {
  const { t } = useAdminTexts();
  const screen = useLocation().pathname.split('/')[1] ?? '';
  const [openFor, setOpenFor] = useState<string | null>(null);
  return (
    <>
      <Tooltip title={t('admin.help')}>
        <IconButton color="inherit" aria-label={t('admin.help')} onClick={() => setOpenFor(screen)}>
          <HelpOutline />
        </IconButton>
      </Tooltip>
      {openFor === screen && (
        <Suspense>
          <HelpDrawer
            sentence={screen === '' ? null : t(findSentenceKey(screen))}
            guide={findGuide(screen, findGroup(screen))}
            onClose={() => setOpenFor(null)}
          />
        </Suspense>
      )}
    </>
  );
}

function findGroup(screen: string): MenuGroup | null {
  const custom = customScreens.find(({ path }) => path === `/${screen}`);
  return (custom ?? resourceScreens.find(({ name }) => name === screen))?.group ?? null;
}
