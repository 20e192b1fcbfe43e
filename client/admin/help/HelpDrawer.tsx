import Close from '@mui/icons-material/Close';
import { Alert, Box, Drawer, IconButton, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import type { GuideName } from './guides.ts';
import { loadGuideAsHtml } from './load-guide-as-html.ts';

interface HelpDrawerProps {
  /** The sentence that explains the purpose of the screen; null to show only the guide. */
  sentence: string | null;
  guide: GuideName;
  onClose: () => void;
}

export default function HelpDrawer({ sentence, guide, onClose }: HelpDrawerProps): ReactNode {
  const { t } = useAdminTexts();
  const { lang } = useAdminConfig();
  const { data: html, isError } = useQuery({
    queryKey: ['guide', guide, lang],
    queryFn: () => loadGuideAsHtml(guide, lang),
  });
  return (
    <Drawer
      anchor="right"
      open
      onClose={onClose}
      slotProps={{ paper: { role: 'dialog', 'aria-modal': true, 'aria-label': t('admin.help'), sx: drawerWidth } }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, p: 2, pb: 0 }}>
        <Typography color="text.secondary" sx={{ flexGrow: 1 }}>
          {t('admin.help')}
        </Typography>
        <IconButton onClick={onClose} aria-label={t('admin.closeHelp')}>
          <Close />
        </IconButton>
      </Box>
      {sentence !== null && <Typography sx={{ px: 3, pt: 1, fontWeight: 600 }}>{sentence}</Typography>}
      {isError && <Alert severity="error">{t('admin.helpFailed')}</Alert>}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the guides are files of the repository */}
      {html !== undefined && <Box sx={guideStyle} dangerouslySetInnerHTML={{ __html: html }} />}
    </Drawer>
  );
}

const drawerWidth = { width: 'min(100vw, 34rem)' };

const guideStyle = {
  px: 3,
  pb: 6,
  lineHeight: 1.6,
  '& h2, & h3': { fontFamily: 'Georgia, "Times New Roman", serif', fontWeight: 400, mt: 3, mb: 1 },
  '& li': { mb: 1 },
  '& ul, & ol': { pl: 3 },
  '& table': { borderCollapse: 'collapse' },
  '& th, & td': {
    textAlign: 'left',
    verticalAlign: 'top',
    py: 1,
    pr: 2,
    borderBottom: '1px solid',
    borderColor: 'divider',
  },
};
