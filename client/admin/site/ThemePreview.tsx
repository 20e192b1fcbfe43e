import { Alert, Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import { isColour, selectTextColour } from '#shared/site/colours.ts';
import { findContrastWarnings } from '#shared/site/find-contrast-warnings.ts';
import type { ThemeInput } from '#shared/site/site-input.ts';
import { useAdminTexts } from '../core/admin-context.tsx';

/** Shows a sample of a page in the colours of the form, and names those that are hard to read. */
export function ThemePreview(): ReactNode {
  const { t, number } = useAdminTexts();
  const theme = useWatch() as Partial<ThemeInput>;
  const { primary = '', accent = '', ink = '', backgrounds, menu } = theme;
  if (!backgrounds || !menu) return null;
  const warnings = findContrastWarnings({ primary, accent, ink, backgrounds, menu });
  return (
    <Box component="section" aria-label={t('admin-site.theme.preview')} sx={{ width: '100%', my: 2 }}>
      <Typography component="h2" variant="h6">
        {t('admin-site.theme.preview')}
      </Typography>
      <Sample {...{ primary, accent, ink, backgrounds, menu }} />
      {warnings.map(({ colour, background, ratio, minRatio }) => (
        <Alert key={`${colour}/${background}`} severity="warning" sx={{ mt: 1 }}>
          {t('admin-site.theme.low-contrast', {
            colour: t(`admin-site.theme.${toLabel(colour)}`),
            background: t(`admin-site.theme.${toLabel(background)}`),
            ratio: number(ratio, { maximumFractionDigits: 1 }),
            minimum: number(minRatio),
          })}
        </Alert>
      ))}
    </Box>
  );
}

const toLabel = (path: string): string => path.replace('backgrounds.', '').replace('menu.', 'menu-');

type SampleProps = Pick<ThemeInput, 'primary' | 'accent' | 'ink' | 'backgrounds' | 'menu'>;

/** The sample is decoration: its colours are those of the form, which may be unreadable. */
function Sample({ primary, accent, ink, backgrounds, menu }: SampleProps): ReactNode {
  const { t } = useAdminTexts();
  const onColour = (background: string) => (isColour(background) ? selectTextColour(background) : undefined);
  return (
    <Box aria-hidden sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, overflow: 'hidden' }}>
      <Box sx={{ p: 2, display: 'flex', gap: 3, bgcolor: menu.background, color: menu.ink }}>
        <span>{t('admin-site.theme.sample-menu')}</span>
        <Box component="span" sx={{ color: menu.current, borderBottom: '2px solid currentColor' }}>
          {t('admin-site.theme.sample-current')}
        </Box>
      </Box>
      <Box sx={{ p: 3, bgcolor: backgrounds.paper, color: ink }}>
        <Box sx={{ fontSize: '1.6rem', color: primary }}>{t('admin-site.theme.sample-title')}</Box>
        <Box sx={{ width: 48, height: 3, my: 1, bgcolor: accent }} />
        <Box sx={{ p: 2, my: 2, bgcolor: backgrounds.raised }}>{t('admin-site.theme.sample-text')}</Box>
        <Box component="span" sx={{ px: 2, py: 1, bgcolor: primary, color: onColour(primary) }}>
          {t('admin-site.theme.sample-button')}
        </Box>
      </Box>
      <Box sx={{ p: 2, bgcolor: backgrounds.footer, color: onColour(backgrounds.footer) }}>
        {t('admin-site.theme.sample-footer')}
      </Box>
    </Box>
  );
}
