import { Alert } from '@mui/material';
import type { ReactNode } from 'react';
import type { Lang } from '#shared/languages.ts';
import type { HostingView } from '#shared/site/site-hosting-contract.ts';
import { useAdminConfig, useAdminTexts } from '../../core/admin-context.tsx';
import { useLanguageName } from './use-hosting.ts';

interface RemovedLanguagesWarningProps {
  hosting: HostingView;
  /** The languages that remain. */
  languages: readonly Lang[];
}

/** Warns, before the change is saved, about each removed language and the domains that show it. */
export function RemovedLanguagesWarning({ hosting, languages }: RemovedLanguagesWarningProps): ReactNode {
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
