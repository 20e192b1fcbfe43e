import { Box, FormHelperText, Tab, Tabs, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { type InputProps, useInput, useTranslateLabel } from 'react-admin';
import { getLanguageRecord, type Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import type { RichText } from '#shared/rich-text.ts';
import { useAdminConfig } from '../core/admin-context.tsx';
import { getTextInLanguage, setLocalizedText } from './localized-text.ts';
import { RichTextEditor } from './RichTextEditor.tsx';

const isMarkdown = (value: RichText | null | undefined): value is Extract<RichText, { markdown: unknown }> =>
  typeof value === 'object' && value !== null && 'markdown' in value;

const htmlOf = (value: RichText | null | undefined): Localized =>
  typeof value === 'object' && value !== null && 'html' in value ? value.html : '';

/** Edits a formatted text in all languages of the site. The API sanitises what is saved. */
export function RichTextInput(props: InputProps): ReactNode {
  const { languages } = useAdminConfig();
  const { field, fieldState } = useInput(props);
  const [lang, setLang] = useState<Lang>(languages[0] ?? 'fr_FR');
  const labelId = useId();
  const label = useTranslateLabel()({ source: props.source, label: props.label as string | undefined });
  const value = field.value as RichText | null | undefined;
  if (isMarkdown(value)) throw new Error('the editor edits HTML only');
  const html = htmlOf(value);
  return (
    <Box sx={{ width: '100%', my: 1 }}>
      <Typography id={labelId} variant="body2" color={fieldState.invalid ? 'error' : 'text.secondary'}>
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
        onChange={(text) => field.onChange({ html: setLocalizedText(html, lang, text, languages) })}
        onBlur={field.onBlur}
      />
      {fieldState.error && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
    </Box>
  );
}
