import { TextField } from '@mui/material';
import type { ReactNode } from 'react';
import { getLanguageRecord } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import { useAdminConfig } from '../../core/admin-context.tsx';
import { getTextInLanguage, setLocalizedText } from '../../inputs/localized-text.ts';

/** Fields whose texts can have several lines. */
const longFields: readonly string[] = ['text', 'paragraphs', 'items', 'note', 'subtitle'];

interface LocalizedFieldProps {
  name: string;
  label: string;
  isRequired: boolean;
  value: Localized | undefined;
  onChange: (value: Localized | undefined) => void;
}

const isEmpty = (text: Localized): boolean =>
  typeof text === 'string' ? text === '' : Object.values(text).every((part) => part === '');

/** One input for each language of the site. A text that is empty in all languages is left out. */
export function LocalizedTextInputs({ name, label, isRequired, value, onChange }: LocalizedFieldProps): ReactNode {
  const { languages } = useAdminConfig();
  return languages.map((lang) => (
    <TextField
      key={lang}
      label={languages.length > 1 ? `${label} (${getLanguageRecord(lang).label})` : label}
      value={getTextInLanguage(value, lang)}
      required={isRequired}
      multiline={longFields.includes(name)}
      onChange={({ target }) => {
        const changed = setLocalizedText(value, lang, target.value, languages);
        onChange(isEmpty(changed) ? undefined : changed);
      }}
      slotProps={{ htmlInput: { lang: lang.slice(0, 2) } }}
    />
  ));
}
