import VisibilityOff from '@mui/icons-material/VisibilityOff';
import { Chip } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useAdminTexts } from '../core/admin-context.tsx';
import { useSiteOpening } from '../site/use-site-opening.ts';

/** Reminds staff in the panel's bar that visitors do not see the site, with a link to the screen that opens it. */
export function ClosedSiteNotice(): ReactNode {
  const { t } = useAdminTexts();
  const { isOpen } = useSiteOpening();
  if (isOpen !== false) return null;
  return (
    <Chip
      component={Link}
      to="/go-live"
      clickable
      size="small"
      color="warning"
      icon={<VisibilityOff />}
      label={t('admin-site.opening.notice')}
      sx={{ mx: 1 }}
    />
  );
}
