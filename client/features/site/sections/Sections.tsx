import type { ComponentType } from 'react';
import { ErrorBoundary } from '#client/core/ErrorBoundary.tsx';
import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import { sectionModules } from './section-modules.tsx';
import type { SectionView } from './section-props.ts';

interface SectionsProps {
  sections: readonly SectionView[];
  /** Breadcrumb of the page; empty on the home page. */
  crumbs: readonly BreadcrumbItem[];
}

export const Sections = ({ sections, crumbs }: SectionsProps) =>
  sections.map(({ id, kind, data }) => {
    // The cast is needed, because TypeScript cannot infer from the lookup that module and data belong to the same
    // section kind.
    const Section = sectionModules[kind].Section as ComponentType<
      SectionView['data'] & Pick<SectionsProps, 'crumbs'> & { id: number }
    >;
    return (
      <ErrorBoundary key={id}>
        <Section {...data} id={id} crumbs={crumbs} />
      </ErrorBoundary>
    );
  });
