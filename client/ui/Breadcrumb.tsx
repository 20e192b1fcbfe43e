import { useTexts } from '#client/core/app-context.tsx';
import css from './Breadcrumb.module.css';

export interface Crumb {
  title: string;
  /** Missing for a heading without a page. */
  path?: string | null;
}

/** The way from the home page to here; the last crumb is the page itself. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const { t } = useTexts();
  return (
    <nav className={css.breadcrumb} aria-label={t('site.breadcrumb')}>
      <ol>
        <li>
          <a href="/">{t('site.home')}</a>
        </li>
        {crumbs.map(({ title, path }, index) => (
          <li key={title}>
            {index === crumbs.length - 1 ? (
              <span aria-current="page">{title}</span>
            ) : path ? (
              <a href={path}>{title}</a>
            ) : (
              <span>{title}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
