import { useShell, useTexts } from './app-context.tsx';
import { ReachLinks } from './ReachLinks.tsx';
import css from './ScriptsNeeded.module.css';

/** For pages that write: without scripts they cannot, and the telephone can. */
export function ScriptsNeeded() {
  const { parameters } = useShell();
  const { t } = useTexts();
  return (
    <noscript className={css.notice}>
      <p>{t('site.scripts-needed')}</p>
      <ReachLinks phone={parameters.COMPANY_PHONE} email={parameters.COMPANY_EMAIL} />
    </noscript>
  );
}
