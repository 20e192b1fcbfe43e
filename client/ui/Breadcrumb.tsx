import css from './Breadcrumb.module.css';

export interface BreadcrumbItem {
  title: string;
  /** URL path of the item; missing or null for a menu heading, which has no page. The last item needs none. */
  path?: string | null;
}

interface BreadcrumbProps {
  crumbs: readonly BreadcrumbItem[];
  /** Accessible name of the navigation landmark. */
  label: string;
  homeLabel: string;
}

/** Breadcrumb navigation. Its last item is the current page. */
export function Breadcrumb({ crumbs, label, homeLabel }: BreadcrumbProps) {
  return (
    <nav className={css.breadcrumb} aria-label={label}>
      <ol>
        <li>
          <a href="/">{homeLabel}</a>
        </li>
        {crumbs.map(({ title, path }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a crumb has no identity but its position, and titles may be equal
          <li key={index}>
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
