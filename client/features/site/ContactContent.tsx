import { useMemo } from 'react';
import { createBreadcrumb, createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { createWineryJsonLd } from '#client/core/create-winery-json-ld.ts';
import type { PageLoader } from '#client/core/page-module.ts';
import { addressesToEstatePlaces } from '#client/features/places/estate-address-view.ts';
import { EstateMap } from '#client/features/places/map/EstateMap.tsx';
import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import { mapTileOrigin } from '#shared/shipping/map-tiles.ts';
import type { PublicSection } from '#shared/site/site-contract.ts';
import { loadPageContent, readPageShownByEntry } from './sections/load-page.ts';
import { Sections } from './sections/Sections.tsx';
import type { SectionView } from './sections/section-props.ts';

interface ContactData {
  crumbs: BreadcrumbItem[];
  sections: SectionView[];
}

const componentSection = { kind: 'component', html: null, hash: '' } as const;

/**
 * Default sections of the contact page, for a site without an entry for it in the page tree, or with one without a
 * page.
 */
const defaultSections: readonly PublicSection[] = [
  { ...componentSection, id: 1, component: 'contact', config: {} },
  { ...componentSection, id: 2, component: 'form', config: {} },
  { ...componentSection, id: 3, component: 'addresses', config: {} },
];

export const loader: PageLoader<ContactData> = async (args) => {
  const { entry, texts, url } = args;
  const page = (await readPageShownByEntry(args)) ?? { image: null, layouts: defaultSections };
  const defaults = { title: entry?.title || texts.t('site.contact'), opening: 'heading' } as const;
  const { title, sections, picture } = await loadPageContent(page, defaults, args);
  const crumbs = entry ? createBreadcrumb(args, url.pathname) : [{ title }];
  return {
    status: 200,
    data: { crumbs, sections },
    head: {
      title: entry?.title ?? title,
      description: entry?.description,
      image: picture,
      jsonLd: import.meta.env.SSR
        ? [createWineryJsonLd(args, picture?.url), createBreadcrumbJsonLd(args, crumbs, url.pathname)]
        : [],
    },
    // The content security policy allows the host of the map's tiles, although they load only when the visitor opens
    // the map.
    ...(import.meta.env.SSR && { policySources: { img: [mapTileOrigin] } }),
  };
};

/** Contact page. If one of its sections lists addresses, a map shows their places. */
export function Page({ data: { crumbs, sections } }: { data: ContactData }) {
  const places = useMemo(
    () =>
      addressesToEstatePlaces(
        sections.flatMap((section) => (section.kind === 'addresses' ? section.data.addresses : [])),
      ),
    [sections],
  );
  return (
    <>
      <Sections sections={sections} crumbs={crumbs} />
      {places.length > 0 && <EstateMap places={places} />}
    </>
  );
}
