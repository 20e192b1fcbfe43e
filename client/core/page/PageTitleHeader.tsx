import type { ReactNode } from 'react';
import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import { PageBreadcrumb } from './PageBreadcrumb.tsx';
import css from './PageTitleHeader.module.css';

interface PageTopProps {
  crumbs: readonly BreadcrumbItem[];
  title: string;
  /** Introduction below the page's title. */
  children?: ReactNode;
}

export const PageTitleHeader = ({ crumbs, title, children }: PageTopProps) => (
  <header className={css.top}>
    <PageBreadcrumb crumbs={crumbs} />
    <h1 className={css.title}>{title}</h1>
    {children && <div className={css.lead}>{children}</div>}
  </header>
);
