import { useTexts } from './app-context.tsx';
import css from './ErrorPage.module.css';
import { failureMessage, type PageFailure } from './settle-page.ts';

/** What happened, and one way on. */
export function ErrorPage({ failure }: { failure: PageFailure }) {
  const { t } = useTexts();
  return (
    <section className={css.error}>
      <p className={css.status}>{failure.status}</p>
      <h1>{failure.message}</h1>
      <p>
        <a href="/">{t('site.error.home')}</a>
      </p>
    </section>
  );
}

/** In place of a page whose code broke. */
export function CrashPage() {
  const texts = useTexts();
  return <ErrorPage failure={{ status: 500, message: failureMessage(500, texts) }} />;
}
