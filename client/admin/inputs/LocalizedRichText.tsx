import { Box, Tab, Tabs, Typography } from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { getLanguageRecord, type Lang } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import { useAdminConfig } from '../core/admin-context.tsx';
import { getTextInLanguage, setLocalizedText } from './localized-text.ts';
import { RichTextEditor } from './RichTextEditor.tsx';

/** The text of the language that is being edited. */
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
