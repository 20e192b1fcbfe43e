import type { ComponentType } from 'react';
import type { Crumb } from '#client/ui/Breadcrumb.tsx';
import { sectionModules } from './section-modules.ts';
import type { SectionView } from './section-props.ts';

interface SectionsProps {
  sections: readonly SectionView[];
  /** The way to the page; empty on the home page. */
  crumbs: readonly Crumb[];
}

/** The sections of a page in the page's order. */
export const Sections = ({ sections, crumbs }: SectionsProps) =>
  sections.map(({ id, kind, data }) => {
    // The module belongs to the kind of this data, which a lookup by key cannot tell the compiler.
    const Section = sectionModules[kind].Section as ComponentType<
      SectionView['data'] & Omit<SectionsProps, 'sections'>
    >;
    return <Section key={id} {...data} {...{ id, crumbs }} />;
  });
