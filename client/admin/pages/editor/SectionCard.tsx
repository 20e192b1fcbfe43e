import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { SectionKind } from '#shared/site/sections.ts';
import { useAdminConfig, useAdminTexts } from '../../core/admin-context.tsx';
import { buildSectionSummary } from './build-section-summary.ts';

interface SectionCardProps {
  kind: SectionKind;
  fields: Readonly<Record<string, unknown>>;
  /** True if the section differs from that of the version with which it is compared. */
  isDifferent?: boolean;
}

/** A section in the list of sections: its kind, its title or first words, and its first picture. */
export function SectionCard({ kind, fields, isDifferent = false }: SectionCardProps): ReactNode {
  const { t } = useAdminTexts();
  const { lang, languages } = useAdminConfig();
  const { text, image } = buildSectionSummary(fields, lang, languages[0] ?? lang);
  return (
    <Box
      sx={{
        display: 'flex',
        gap: 1.5,
        alignItems: 'center',
        p: 1.5,
        bgcolor: 'background.paper',
        border: '1px solid',
        borderColor: isDifferent ? 'primary.main' : 'divider',
        borderRadius: 1,
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="caption" color="text.secondary" component="p">
          {t(`admin-pages.section.${kind}`)}
        </Typography>
        {isDifferent && (
          <Typography variant="caption" color="primary" component="p">
            {t('admin-pages.conflict.differs')}
          </Typography>
        )}
        {text !== '' && (
          <Typography variant="body2" noWrap>
            {text}
          </Typography>
        )}
      </Box>
      {image !== null && (
        <Box
          component="img"
          src={`/image/${image}?w=320&format=webp`}
          alt=""
          sx={{ width: 72, height: 48, objectFit: 'cover', borderRadius: 0.5 }}
        />
      )}
    </Box>
  );
}
