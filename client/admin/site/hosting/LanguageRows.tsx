import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import { Box, Button, IconButton, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { HostingView } from '#shared/site/site-hosting-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { type LanguageFormRow, useLanguageName } from './use-hosting.ts';

interface LanguageRowsProps {
  hosting: HostingView;
  rows: readonly LanguageFormRow[];
  onChange: (rows: LanguageFormRow[]) => void;
}

/** The offered languages in their order, with buttons that move or remove one of them. */
export function LanguageRows({ hosting, rows, onChange }: LanguageRowsProps): ReactNode {
  const { t } = useAdminTexts();
  const nameLanguage = useLanguageName();
  const move = (from: number, to: number) => {
    const moved = rows.filter((_, index) => index !== from);
    onChange(moved.toSpliced(to, 0, ...rows.slice(from, from + 1)));
  };
  return (
    <Box component="ol" sx={{ p: 0, listStyle: 'none' }}>
      {rows.map(({ lang, domain }, index) => {
        const language = nameLanguage(lang);
        const shownAt = domain ?? hosting.domains.find((each) => each.isCanonical && each.lang === lang)?.name ?? '';
        return (
          <Box
            component="li"
            key={lang}
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              gap: 1,
              alignItems: 'center',
              py: 1,
              borderBottom: '1px solid #ddd',
            }}
          >
            <Box sx={{ flex: '1 1 14rem', minWidth: 0 }}>
              <Typography>{language}</Typography>
              <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
                {t('admin-site.languages.shownAt', { domain: shownAt })}
              </Typography>
            </Box>
            <IconButton
              aria-label={t('admin-site.languages.up', { language })}
              disabled={index === 0}
              onClick={() => move(index, index - 1)}
            >
              <ArrowUpward />
            </IconButton>
            <IconButton
              aria-label={t('admin-site.languages.down', { language })}
              disabled={index === rows.length - 1}
              onClick={() => move(index, index + 1)}
            >
              <ArrowDownward />
            </IconButton>
            <Button
              color="error"
              disabled={rows.length === 1}
              aria-label={t('admin-site.languages.remove.name', { language })}
              onClick={() => onChange(rows.filter((row) => row.lang !== lang))}
            >
              {t('admin-site.languages.remove')}
            </Button>
          </Box>
        );
      })}
    </Box>
  );
}
