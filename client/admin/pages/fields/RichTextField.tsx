import { Box, Tab, Tabs, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { getLanguageRecord, type Lang } from '#shared/languages.ts';
import type { RichText } from '#shared/rich-text.ts';
import { useAdminConfig } from '../../core/admin-context.tsx';
import { getTextInLanguage, setLocalizedText } from '../../inputs/localized-text.ts';
import { RichTextEditor } from '../../inputs/RichTextEditor.tsx';

interface RichTextFieldProps {
  label: string;
  value: RichText | undefined;
  onChange: (value: RichText) => void;
}

/** A formatted text with one tab for each language of the site. The API stores every such text as HTML. */
export function RichTextField({ label, value, onChange }: RichTextFieldProps): ReactNode {
  const { languages } = useAdminConfig();
  const [lang, setLang] = useState<Lang>(languages[0] ?? 'fr_FR');
  const labelId = useId();
  const html = value && 'html' in value ? value.html : '';
  return (
    <Box sx={{ my: 1 }}>
      <Typography id={labelId} variant="body2" color="text.secondary">
        {label}
      </Typography>
      {languages.length > 1 && (
        <Tabs value={lang} onChange={(_event, next: Lang) => setLang(next)} aria-labelledby={labelId}>
          {languages.map((language) => (
            <Tab key={language} value={language} label={getLanguageRecord(language).label} />
          ))}
        </Tabs>
      )}
      <RichTextEditor
        key={lang}
        lang={lang}
        labelId={labelId}
        html={getTextInLanguage(html, lang)}
        onChange={(text) => onChange({ html: setLocalizedText(html, lang, text, languages) })}
      />
    </Box>
  );
}
