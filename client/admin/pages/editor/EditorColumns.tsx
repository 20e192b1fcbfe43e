import { Box, Paper, Typography } from '@mui/material';
import { createUsePuck, Puck } from '@puckeditor/core';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { AddSectionButton } from './AddSectionButton.tsx';
import { SectionActions } from './SectionActions.tsx';

const usePuck = createUsePuck();

/** The list of sections, and beside it the fields of the chosen one. */
export function EditorColumns(): ReactNode {
  const { t } = useAdminTexts();
  const selected = usePuck(({ selectedItem }) => selectedItem);
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2,
        my: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 2fr) minmax(0, 3fr)' },
      }}
    >
      <Box component="section" aria-labelledby="page-sections-title">
        <Typography id="page-sections-title" variant="h3" component="h2" sx={{ mb: 1 }}>
          {t('admin-pages.sections')}
        </Typography>
        <Box className="page-sections">
          <Puck.Preview />
        </Box>
        <AddSectionButton />
      </Box>
      <Paper
        component="section"
        aria-labelledby="page-fields-title"
        sx={{ p: 2, border: '1px solid', borderColor: 'divider' }}
      >
        <Typography id="page-fields-title" variant="h3" component="h2" sx={{ mb: 1 }}>
          {selected ? t(`admin-pages.section.${selected.type}`) : t('admin-pages.page')}
        </Typography>
        <SectionActions />
        <Box className="page-fields">
          <Puck.Fields />
        </Box>
      </Paper>
    </Box>
  );
}
