import { Alert, Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { findContrastWarnings } from '#shared/site/find-contrast-warnings.ts';
import type { ThemeInput } from '#shared/site/site-input.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { SitePreview } from '../preview/SitePreview.tsx';
import { useThemePreview } from './use-theme-preview.ts';

/** Shows the home page in the colours and fonts of the form, and names the colours that are hard to read. */
export function ThemePreview(): ReactNode {
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
          colour: t(`admin-site.theme.${toLabel(colour)}`),
          background: t(`admin-site.theme.${toLabel(background)}`),
          ratio: number(ratio, { maximumFractionDigits: 1 }),
          minimum: number(minRatio),
        })}
      </Alert>
    ),
  );
}

const toLabel = (path: string): string => path.replace('backgrounds.', '').replace('menu.', 'menu-');
