import ArrowDownward from '@mui/icons-material/ArrowDownward';
import ArrowUpward from '@mui/icons-material/ArrowUpward';
import { Alert, Box, Button, IconButton, MenuItem, TextField, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type Lang, languages as supportedLanguages } from '#shared/languages.ts';
import type { HostingView } from '#shared/site/site-hosting-contract.ts';
import { useAdminConfig, useAdminTexts } from '../../core/admin-context.tsx';
import { LoadFailure } from '../../core/LoadFailure.tsx';
import { StandaloneScreenFrame } from '../../resources/StandaloneScreenFrame.tsx';
import { KeptHostingNotice } from './KeptHostingNotice.tsx';
import { useHosting, useLanguageName } from './use-hosting.ts';

interface LanguageFormRow {
  lang: Lang;
  domain?: string;
}

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

interface LanguageRowsProps {
  hosting: HostingView;
  rows: readonly LanguageFormRow[];
  onChange: (rows: LanguageFormRow[]) => void;
}

function LanguageRows({ hosting, rows, onChange }: LanguageRowsProps): ReactNode {
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

interface NewLanguageFormProps {
  lang: Lang;
  hosting: HostingView;
  onAdd: (domain: string) => void;
}

/**
 * Adds a supported language, together with the domain that is to show it. Staff without the role SUPER_ADMIN can only
 * undo the removal of a language before it is saved.
 */
function NewLanguageForm({ lang, hosting, onAdd }: NewLanguageFormProps): ReactNode {
  const { t } = useAdminTexts();
  const language = useLanguageName()(lang);
  const isSuperAdmin = useAdminConfig().role === 'SUPER_ADMIN';
  const isReturning = hosting.languages.includes(lang);
  const free = hosting.domains.filter(({ isCanonical }) => !isCanonical).map(({ name }) => name);
  const [chosen, setChosen] = useState('');
  const domain = free.includes(chosen) ? chosen : (free[0] ?? '');
  const button = (
    <Button variant="outlined" onClick={() => onAdd(domain)}>
      {t('admin-site.languages.add', { language })}
    </Button>
  );
  if (isReturning) return button;
  if (!isSuperAdmin)
    return (
      <Alert severity="info" sx={{ mt: 2 }}>
        {t('admin-site.languages.superAdmin', { language })}
      </Alert>
    );
  if (free.length === 0)
    return (
      <Alert severity="info" sx={{ mt: 2 }}>
        {t('admin-site.languages.noDomain', { language })}
      </Alert>
    );
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'flex-start', mt: 3 }}>
      <TextField
        select
        label={t('admin-site.languages.domain', { language })}
        helperText={t('admin-site.languages.add.hint', { language })}
        value={domain}
        onChange={({ target }) => setChosen(target.value)}
        sx={{ flex: '1 1 18rem' }}
      >
        {free.map((name) => (
          <MenuItem key={name} value={name}>
            {name}
          </MenuItem>
        ))}
      </TextField>
      {button}
    </Box>
  );
}

interface RemovedLanguagesWarningProps {
  hosting: HostingView;
  /** The languages that remain. */
  languages: readonly Lang[];
}

/** Warns, before the change is saved, about each removed language and the domains that show it. */
function RemovedLanguagesWarning({ hosting, languages }: RemovedLanguagesWarningProps): ReactNode {
  const { t } = useAdminTexts();
  const isSuperAdmin = useAdminConfig().role === 'SUPER_ADMIN';
  const nameLanguage = useLanguageName();
  return hosting.languages
    .filter((lang) => !languages.includes(lang))
    .map((lang) => (
      <Alert key={lang} severity="warning" sx={{ my: 1 }}>
        {t('admin-site.languages.remove.warning', {
          language: nameLanguage(lang),
          domains: hosting.domains
            .filter((domain) => domain.lang === lang)
            .map(({ name }) => name)
            .join(', '),
        })}{' '}
        {!isSuperAdmin && <span>{t('admin-site.languages.superAdmin', { language: nameLanguage(lang) })}</span>}
      </Alert>
    ));
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
