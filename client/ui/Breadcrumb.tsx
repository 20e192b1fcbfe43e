import css from './Breadcrumb.module.css';

export interface BreadcrumbItem {
  title: string;
  /** Missing for a heading without a page. */
  path?: string | null;
}

interface BreadcrumbProps {
  crumbs: readonly BreadcrumbItem[];
  /** Names the landmark for screen readers. */
  label: string;
  homeLabel: string;
}

/** The path from the home page to the current page, which is the last crumb. */
export function Breadcrumb({ crumbs, label, homeLabel }: BreadcrumbProps) {
  return (
    <nav className={css.breadcrumb} aria-label={label}>
      <ol>
        <li>
          <a href="/">{homeLabel}</a>
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
