import { useTexts } from '#client/core/app-context.tsx';
import type { AnchoredHeading } from '#shared/site/anchor-headings.ts';
import css from './LegalPage.module.css';

/** Table of contents of a legal text, in a side column on wide screens and collapsed above the text on narrow ones. */
export function LegalTableOfContents({ headings }: { headings: readonly AnchoredHeading[] }) {
  const { t } = useTexts();
  const list = (
    <ol>
      {headings.map(({ id, text }) => (
        <li key={id}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ol>
  );
  return (
    <nav className={css.contents} aria-label={t('site.contents')}>
      <details className={css.folded}>
        <summary>{t('site.contents')}</summary>
        {list}
      </details>
      <div className={css.aside}>
        <p className={css.label}>{t('site.contents')}</p>
        {list}
      </div>
    </nav>
  );
}
