import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { Lang } from '#shared/languages.ts';
import { type Localized, resolveLocalized } from '#shared/localized.ts';
import type { SectionKind } from '#shared/site/sections.ts';
import { useAdminConfig, useAdminTexts } from '../../core/admin-context.tsx';

interface SectionCardProps {
  kind: SectionKind;
  fields: Readonly<Record<string, unknown>>;
  /** True if the section differs from that of the version with which it is compared. */
  isDifferent?: boolean;
}

const maxTextLength = 120;

interface SectionSummary {
  /** The title, otherwise the first text; empty for a section without texts. */
  text: string;
  /** The id of the first picture; null for a section without pictures. */
  image: number | null;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns the words and the picture by which staff recognise a section. */
function buildSectionSummary(fields: Readonly<Record<string, unknown>>, lang: Lang, siteLang: Lang): SectionSummary {
  const findText = (value: unknown): string => {
    if (typeof value === 'string') return value;
    if (Array.isArray(value)) return value.map(findText).find(Boolean) ?? '';
    if (!isRecord(value)) return '';
    if (lang in value || siteLang in value) return resolveLocalized(value as Localized, lang, siteLang);
    return Object.values(value).map(findText).find(Boolean) ?? '';
  };
  const findImage = (value: unknown): number | null => {
    if (Array.isArray(value)) return value.map(findImage).find((id) => id !== null) ?? null;
    return isRecord(value) && typeof value.image === 'number' ? value.image : null;
  };
  const withoutTags = (findText(fields.title) || findText(fields)).replace(/<[^<>]*>/g, ' ').replace(/\s+/g, ' ');
  const images = Object.values(fields).map(findImage);
  return { text: withoutTags.trim().slice(0, maxTextLength), image: images.find((id) => id !== null) ?? null };
}

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
