import { MenuItem, TextField } from '@mui/material';
import type { ReactNode } from 'react';
import type { Lang } from '#shared/languages.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { useLanguageName } from './use-hosting.ts';

interface DomainFieldsProps {
  name: string;
  lang: Lang;
  languages: readonly Lang[];
  /** True if the language is fixed, because other domains redirect to this one. */
  isLanguageFixed?: boolean;
  onChange: (change: { name?: string; lang?: Lang }) => void;
}

export function DomainFields({ name, lang, languages, isLanguageFixed, onChange }: DomainFieldsProps): ReactNode {
  const { t } = useAdminTexts();
  const nameLanguage = useLanguageName();
  return (
    <>
      <TextField
        label={t('admin-site.domains.name')}
        required
        fullWidth
        value={name}
        slotProps={{ htmlInput: { maxLength: 300, autoCapitalize: 'none', spellCheck: false } }}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      {languages.length > 1 && (
        <TextField
          select
          label={t('admin-site.domains.language')}
          value={lang}
          disabled={isLanguageFixed ?? false}
          onChange={({ target }) => onChange({ lang: target.value as Lang })}
          sx={{ minWidth: 180 }}
        >
          {languages.map((each) => (
            <MenuItem key={each} value={each}>
              {nameLanguage(each)}
            </MenuItem>
          ))}
        </TextField>
      )}
    </>
  );
}
