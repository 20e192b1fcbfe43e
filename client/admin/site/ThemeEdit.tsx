import { Alert, Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link, SimpleForm, useGetList } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { pageSize } from '#shared/limits.ts';
import { findContrastWarnings } from '#shared/site/find-contrast-warnings.ts';
import type { ParameterKey } from '#shared/site/parameter-definitions.ts';
import { ThemeInput } from '#shared/site/site-input.ts';
import { themeResourceSpec } from '#shared/site/site-resource-specs.ts';
import { themeColourPaths } from '#shared/site/theme-colours.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { callAdminApi } from '../core/call-admin-api.ts';
import { toItemInput } from '../core/resource-adapter.ts';
import { useQueryKeepingData } from '../core/use-query-keeping-data.ts';
import { ColourInput } from '../inputs/ColourInput.tsx';
import { SitePreview } from '../preview/SitePreview.tsx';
import { ItemEditFrame } from '../resources/ItemEditFrame.tsx';
import { ItemToolbar } from '../resources/ItemToolbar.tsx';
import { FontFamiliesInput } from './fonts/FontFamiliesInput.tsx';

/** The parameters that replace a colour of the theme. */
const colourParameters: readonly ParameterKey[] = ['PRIMARY_COLOR', 'ACCENT_COLOR'];

/** Names the settings because of which a change of the theme's colours has no effect, with links to them. */
function OverridingParametersNotice(): ReactNode {
  const { t } = useAdminTexts();
  const { data = [] } = useGetList('parameter', { pagination: { page: 1, perPage: pageSize.max } });
  const keys = colourParameters.filter((key) => data.some(({ id, value }) => id === key && value));
  return keys.map((key) => (
    <Alert key={key} severity="info" sx={{ width: '100%', mb: 1 }}>
      {t('admin-site.theme.overridden', { setting: t(`admin-parameters.${key}.label`) })}{' '}
      <Link to={`/parameter/${key}`}>{t('admin-site.theme.change-setting')}</Link>
    </Alert>
  ));
}

/** Time in milliseconds without a change after which the preview is rendered again. */
const debounceMs = 500;

interface ThemePreviewState {
  /** URL path of the newest preview; null before the first one. */
  url: string | null;
  /** The reason why there is no newer preview; empty if the server did not respond, null if nothing failed. */
  failure: string | null;
}

/**
 * Renders the home page in the theme of a form on the server, shortly after each change. While the form is incomplete,
 * the last preview stays.
 */
function useThemePreview(values: Readonly<Record<string, unknown>>): ThemePreviewState {
  const theme = ThemeInput.safeParse(toItemInput(themeResourceSpec, values)).data;
  const { data, error } = useQueryKeepingData(
    theme ? (signal) => callAdminApi('PUT /admin/theme/preview', { body: { theme }, signal }) : null,
    [theme && JSON.stringify(theme)],
    { debounceMs },
  );
  return { url: data?.url ?? null, failure: error?.message ?? null };
}

/** Shows the home page in the colours and fonts of the form, and names the colours that are hard to read. */
function ThemePreview(): ReactNode {
  const { t } = useAdminTexts();
  const values = useWatch() as Partial<ThemeInput>;
  const { url, failure } = useThemePreview(values);
  return (
    <Box sx={{ width: '100%', my: 2 }}>
      <ContrastWarnings {...values} />
      <SitePreview title={t('admin-site.theme.preview')} url={url}>
        {failure !== null && <Alert severity="warning">{failure || t('admin-pages.preview.failed')}</Alert>}
      </SitePreview>
    </Box>
  );
}

function ContrastWarnings({ primary = '', accent = '', ink = '', backgrounds, menu }: Partial<ThemeInput>): ReactNode {
  const { t, number } = useAdminTexts();
  if (!backgrounds || !menu) return null;
  return findContrastWarnings({ primary, accent, ink, backgrounds, menu }).map(
    ({ colour, background, ratio, minRatio }) => (
      <Alert key={`${colour}/${background}`} severity="warning" sx={{ mb: 1 }}>
        {t('admin-site.theme.low-contrast', {
          colour: t(`admin-site.theme.${colour}`),
          background: t(`admin-site.theme.${background}`),
          ratio: number(ratio, { maximumFractionDigits: 1 }),
          minimum: number(minRatio),
        })}
      </Alert>
    ),
  );
}

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
