import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { SimpleForm } from 'react-admin';
import { themeResourceSpec } from '#shared/site/site-resource-specs.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { ColourInput } from '../inputs/ColourInput.tsx';
import { fieldsOf } from '../inputs/describe-field.ts';
import { SchemaFields } from '../inputs/SchemaInput.tsx';
import { ItemEdit } from '../resources/ItemEdit.tsx';
import { ItemToolbar } from '../resources/ItemToolbar.tsx';
import { OverridingParameters } from './OverridingParameters.tsx';
import { ThemePreview } from './ThemePreview.tsx';

const { fonts } = fieldsOf(themeResourceSpec.input);

/** The colours of the theme by their paths, with the keys of their labels. */
const colours = [
  ['primary', 'primary'],
  ['accent', 'accent'],
  ['ink', 'ink'],
  ['backgrounds.paper', 'paper'],
  ['backgrounds.raised', 'raised'],
  ['backgrounds.footer', 'footer'],
  ['menu.background', 'menu-background'],
  ['menu.ink', 'menu-ink'],
  ['menu.current', 'menu-current'],
] as const;

/** The colours and fonts of the site, with a preview and warnings of colours that are hard to read. */
export default function ThemeEdit(): ReactNode {
  const { t } = useAdminTexts();
  return (
    <ItemEdit>
      <SimpleForm toolbar={<ItemToolbar />} warnWhenUnsavedChanges>
        <Typography component="h2" variant="h6">
          {t('admin-site.theme.colours')}
        </Typography>
        <OverridingParameters />
        <Box sx={colourGrid}>
          {colours.map(([source, name]) => (
            <ColourInput key={source} source={source} label={t(`admin-site.theme.${name}`)} />
          ))}
        </Box>
        <ThemePreview />
        {fonts && <SchemaFields fields={{ fonts }} />}
      </SimpleForm>
    </ItemEdit>
  );
}

const colourGrid = {
  display: 'grid',
  width: '100%',
  gap: 1,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(15rem, 100%), 1fr))',
};
