import { Box, FormHelperText, Tab, Tabs, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { type InputProps, useInput, useTranslateLabel } from 'react-admin';
import { getLanguageRecord, type Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import type { LocalizedMarkdownOrHtml } from '#shared/localized-markdown-or-html.ts';
import { useAdminConfig } from '../core/admin-context.tsx';
import { FieldError } from './FieldError.tsx';
import { getTextInLanguage, setLocalizedText } from './localized-text.ts';
import { RichTextEditor } from './RichTextEditor.tsx';

/** A formatted text as the API returns it: wrapped in an object, or as plain HTML if it is the value of a parameter. */
type TextValue = LocalizedMarkdownOrHtml | Localized | null | undefined;

function toHtml(value: TextValue): Localized {
  if (typeof value !== 'object' || value === null) return value ?? '';
  if ('markdown' in value) throw new Error('the editor edits HTML only');
  return 'html' in value ? (value.html as Localized) : value;
}

export interface EditedText {
  lang: Lang;
  html: string;
  insertText: (text: string) => void;
}

interface LocalizedRichTextProps {
  label: ReactNode;
  html: Localized;
  onChange: (html: Localized) => void;
  onBlur?: () => void;
  isRequired?: boolean;
  isInvalid?: boolean;
  /** Renders additional content below the editor of one language. */
  renderBelow?: ((text: EditedText) => ReactNode) | undefined;
}

/** A formatted text with one tab for each language of the site. The API sanitises what is saved. */
export function LocalizedRichText(props: LocalizedRichTextProps): ReactNode {
  const { label, html, onChange, onBlur, isRequired = false, isInvalid = false, renderBelow } = props;
  const { languages } = useAdminConfig();
  const [lang, setLang] = useState<Lang>(languages[0]);
  const labelId = useId();
  const text = getTextInLanguage(html, lang);
  return (
    <>
      <Typography id={labelId} variant="body2" color={isInvalid ? 'error' : 'text.secondary'}>
        {label}
        {isRequired && <span aria-hidden> *</span>}
      </Typography>
      {languages.length > 1 && (
        <Tabs value={lang} onChange={(_event, next: Lang) => setLang(next)} aria-labelledby={labelId}>
          {languages.map((language) => (
            <Tab key={language} value={language} label={getLanguageRecord(language).label} />
          ))}
        </Tabs>
      )}
      <Box key={lang}>
        <RichTextEditor
          lang={lang}
          labelId={labelId}
          html={text}
          isInvalid={isInvalid}
          onChange={(changed) => onChange(setLocalizedText(html, lang, changed, languages))}
          {...(onBlur && { onBlur })}
          {...(renderBelow && {
            renderBelow: (insertText: (added: string) => void) => renderBelow({ lang, html: text, insertText }),
          })}
        />
      </Box>
    </>
  );
}

interface RichTextInputProps extends InputProps {
  /** Renders additional content below the editor of one language. */
  renderBelow?: (text: EditedText) => ReactNode;
}

export function RichTextInput({ renderBelow, ...props }: RichTextInputProps): ReactNode {
  const { field, fieldState, isRequired } = useInput(props);
  const label = useTranslateLabel()({ source: props.source, label: props.label as string | undefined });
  return (
    <Box sx={{ width: '100%', my: 1 }}>
      <LocalizedRichText
        label={label}
        html={toHtml(field.value as TextValue)}
        onChange={(html) => field.onChange({ html })}
        onBlur={field.onBlur}
        isRequired={isRequired}
        isInvalid={fieldState.invalid}
        renderBelow={renderBelow}
      />
      {fieldState.error && (
        <FormHelperText error>
          <FieldError error={fieldState.error} />
        </FormHelperText>
      )}
    </Box>
  );
}
