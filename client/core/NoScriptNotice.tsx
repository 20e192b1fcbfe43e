import { useSiteShell, useTexts } from './app-context.tsx';
import { ContactLinks } from './ContactLinks.tsx';
import css from './NoScriptNotice.module.css';

/** Shows visitors whose browser runs no scripts how to contact the estate. It is for pages that need scripts. */
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
