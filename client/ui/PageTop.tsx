import type { ReactNode } from 'react';
import { Breadcrumb, type Crumb } from './Breadcrumb.tsx';
import css from './PageTop.module.css';

interface PageTopProps {
  crumbs: readonly Crumb[];
  title: string;
  /** One or two sentences below the title. */
  children?: ReactNode;
}

/** How a page without a picture begins: where it is, and what it is called. */
export const PageTop = ({ crumbs, title, children }: PageTopProps) => (
  <header className={css.top}>
    <Breadcrumb crumbs={crumbs} />
    <h1 className={css.title}>{title}</h1>
    {children && <div className={css.lead}>{children}</div>}
  </header>
);
