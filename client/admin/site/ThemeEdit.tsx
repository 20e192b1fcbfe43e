import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { SimpleForm } from 'react-admin';
import { themeColourPaths } from '#shared/site/theme-colours.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { ColourInput } from '../inputs/ColourInput.tsx';
import { ItemEditFrame } from '../resources/ItemEditFrame.tsx';
import { ItemToolbar } from '../resources/ItemToolbar.tsx';
import { FontFamiliesInput } from './fonts/FontFamiliesInput.tsx';
import { OverridingParametersNotice } from './OverridingParametersNotice.tsx';
import { ThemePreview } from './ThemePreview.tsx';

/** The colours and fonts of the site, with a preview and warnings of colours that are hard to read. */
export default function ThemeEdit(): ReactNode {
  const { t } = useAdminTexts();
  return (
    <ItemEditFrame>
      <SimpleForm toolbar={<ItemToolbar />} warnWhenUnsavedChanges>
        <Typography component="h2" variant="h6">
          {t('admin-site.theme.colours')}
        </Typography>
        <OverridingParametersNotice />
        <Box sx={colourGrid}>
          {themeColourPaths.map((path) => (
            <ColourInput key={path} source={path} label={t(`admin-site.theme.${path}`)} />
          ))}
        </Box>
        <ThemePreview />
        <FontFamiliesInput />
      </SimpleForm>
    </ItemEditFrame>
  );
}

const colourGrid = {
  display: 'grid',
  width: '100%',
  gap: 1,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(15rem, 100%), 1fr))',
};
