import { useShell, useTexts } from './app-context.tsx';
import { ReachLinks } from './ReachLinks.tsx';

/** For pages that write: without scripts they cannot, and the telephone can. */
export function ScriptsNeeded() {
  const { parameters } = useShell();
  const { t } = useTexts();
  return (
    <noscript>
      <p>{t('site.scripts-needed')}</p>
      <ReachLinks phone={parameters.COMPANY_PHONE} email={parameters.COMPANY_EMAIL} />
    </noscript>
  );
}
