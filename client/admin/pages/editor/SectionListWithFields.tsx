import { Box, Paper, type Theme, Typography, useMediaQuery } from '@mui/material';
import { createUsePuck, Puck } from '@puckeditor/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { AddSectionButton } from './AddSectionButton.tsx';
import { SectionActions } from './SectionActions.tsx';
import { sectionFieldsId, sectionsHelpId } from './SelectableSection.tsx';

const usePuck = createUsePuck();

/** The list of sections, and beside it the fields of the chosen one. */
export function SectionListWithFields(): ReactNode {
  const { t } = useAdminTexts();
  const selected = usePuck(({ selectedItem }) => selectedItem);
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('md'));
  const fields = useRef<HTMLDivElement>(null);
  const selectedId = selected?.props.id as string | undefined;
  // On a phone the fields are below the list, where a user who has just chosen a section would not see them.
  useEffect(() => {
    if (isNarrow && selectedId !== undefined) fields.current?.scrollIntoView();
  }, [isNarrow, selectedId]);
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
        <Typography id={sectionsHelpId} variant="body2" color="text.secondary" sx={{ mb: 1 }}>
          {t('admin-pages.sectionsHelp')}
        </Typography>
        <Box className="page-sections">
          <Puck.Preview />
        </Box>
        <AddSectionButton />
      </Box>
      <Paper
        ref={fields}
        id={sectionFieldsId}
        tabIndex={-1}
        component="section"
        aria-labelledby="page-fields-title"
        // The app bar covers the top of the screen.
        sx={{ p: 2, border: '1px solid', borderColor: 'divider', scrollMarginTop: '64px' }}
      >
        <Typography id="page-fields-title" variant="h3" component="h2" sx={{ mb: 1 }}>
          {selected ? t(`admin-pages.section.${selected.type}`) : t('admin-pages.page')}
        </Typography>
        <SectionActions onRemoved={() => fields.current?.focus()} />
        <Box className="page-fields">
          <Puck.Fields />
        </Box>
      </Paper>
    </Box>
  );
}
