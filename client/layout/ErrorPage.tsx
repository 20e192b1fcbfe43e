import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { ContactLinks } from '#client/core/ContactLinks.tsx';
import { useLocation } from '#client/core/navigation.ts';
import { getFailureMessageOfStatus, type PageFailure } from '#client/core/page-result.ts';
import type { TextKey } from '#shared/texts.ts';
import css from './ErrorPage.module.css';
import { LogoOrEstateName } from './navigation/LogoOrEstateName.tsx';

const explanations: Record<number, TextKey> = { 404: 'site.error.404.text', 503: 'site.error.503.text' };

export function ErrorPage({ failure }: { failure: PageFailure }) {
  const { t } = useTexts();
  const { pathname, search } = useLocation();
  if (failure.isBuilding) return <BuildingPage message={failure.message} />;
  const canRetry = failure.status >= 500;
  return (
    <section className={`page ${css.error}`}>
      <p className={css.status}>{failure.status}</p>
      <h1>{failure.message}</h1>
      <p className={css.text}>{failure.explanation ?? t(explanations[failure.status] ?? 'site.error.500.text')}</p>
      <p className={css.ways}>
        {canRetry && (
          // After status 503 the router follows the link, because a new document from an unreachable site would be the
          // browser's error page.
          <a className={css.main} href={pathname + search} data-reload={failure.status !== 503 || undefined}>
            {t('site.error.retry')}
          </a>
        )}
        <a className={canRetry ? css.other : css.main} href="/">
          {t('site.error.home')}
        </a>
      </p>
    </section>
  );
}

function BuildingPage({ message }: { message: string }) {
  const { parameters } = useSiteShell();
  const { t } = useTexts();
  const { COMPANY_PHONE: phone, COMPANY_EMAIL: email } = parameters;
  return (
    <section className={`page ${css.error} ${css.building}`}>
      <div className={css.logo}>
        <LogoOrEstateName />
      </div>
      <h1>{message}</h1>
      <p className={css.text}>{t('site.building.text')}</p>
      <ContactLinks phone={phone} email={email} />
    </section>
  );
}

export function CrashPage() {
  const texts = useTexts();
  return <ErrorPage failure={{ status: 500, message: getFailureMessageOfStatus(500, texts) }} />;
}
