import { useSiteShell, useTexts } from './app-context.tsx';
import { ContactLinks } from './ContactLinks.tsx';
import css from './NoScriptNotice.module.css';

/** For pages that need scripts: shows visitors without them how to contact the estate. */
export function NoScriptNotice() {
  const { parameters } = useSiteShell();
  const { t } = useTexts();
  return (
    <noscript className={css.notice}>
      <p>{t('site.scripts-needed')}</p>
      <ContactLinks phone={parameters.COMPANY_PHONE} email={parameters.COMPANY_EMAIL} />
    </noscript>
  );
}
