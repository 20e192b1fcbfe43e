import { Button, MenuItem, TextField, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type Lang, languages as supportedLanguages } from '#shared/languages.ts';
import type { HostingView } from '#shared/site/site-hosting-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { LoadFailure } from '../../core/LoadFailure.tsx';
import { StandaloneScreenFrame } from '../../resources/StandaloneScreenFrame.tsx';
import { KeptHostingNotice } from './KeptHostingNotice.tsx';
import { LanguageRows } from './LanguageRows.tsx';
import { NewLanguageForm } from './NewLanguageForm.tsx';
import { RemovedLanguagesWarning } from './RemovedLanguagesWarning.tsx';
import { type LanguageFormRow, useHosting, useLanguageName } from './use-hosting.ts';

/** The languages that the site offers, their order and the default one. */
export default function LanguagesScreen(): ReactNode {
  const { t } = useAdminTexts();
  const { hosting, isLoadingError, refetch, ...saving } = useHosting('GET /admin/language');
  return (
    <StandaloneScreenFrame title={t('admin-site.languages.title')} help={t('admin-site.languages.help')}>
      {isLoadingError && <LoadFailure onRetry={refetch} />}
      {hosting && <KeptHostingNotice {...saving} resource="language" hosting={hosting} />}
      {hosting && <LanguagesForm {...saving} hosting={hosting} />}
    </StandaloneScreenFrame>
  );
}

interface LanguagesFormProps extends Pick<ReturnType<typeof useHosting>, 'isBusy' | 'save'> {
  hosting: HostingView;
}

function LanguagesForm({ hosting, isBusy, save }: LanguagesFormProps): ReactNode {
  const { t } = useAdminTexts();
  const nameLanguage = useLanguageName();
  const [rows, setRows] = useState<LanguageFormRow[]>(hosting.languages.map((lang) => ({ lang })));
  const [chosenDefault, setDefault] = useState<Lang>(hosting.defaultLang);
  const languages = rows.map(({ lang }) => lang);
  const defaultLang = languages.includes(chosenDefault) ? chosenDefault : (languages[0] ?? chosenDefault);
  const submit = async () => {
    const body = { revision: hosting.revision, languages: rows, defaultLang };
    const { isSaved } = await save('PUT /admin/language', { body }, t('admin-site.languages.saved'));
    if (isSaved) setRows(languages.map((lang) => ({ lang })));
  };
  return (
    <>
      <LanguageRows hosting={hosting} rows={rows} onChange={setRows} />
      <RemovedLanguagesWarning hosting={hosting} languages={languages} />
      {supportedLanguages
        .filter((lang) => !languages.includes(lang))
        .map((lang) => (
          <NewLanguageForm
            key={lang}
            lang={lang}
            hosting={hosting}
            onAdd={(domain) => setRows([...rows, hosting.languages.includes(lang) ? { lang } : { lang, domain }])}
          />
        ))}
      <TextField
        select
        label={t('admin-site.languages.default')}
        value={defaultLang}
        onChange={({ target }) => setDefault(target.value as Lang)}
        sx={{ minWidth: 220, mt: 3, display: 'block' }}
      >
        {languages.map((lang) => (
          <MenuItem key={lang} value={lang}>
            {nameLanguage(lang)}
          </MenuItem>
        ))}
      </TextField>
      <Button variant="contained" loading={isBusy} onClick={submit} sx={{ mt: 3 }}>
        {t('admin-site.languages.save')}
      </Button>
      {rows.length === 1 && (
        <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>
          {t('admin-site.languages.last')}
        </Typography>
      )}
    </>
  );
}
