import { createWineryJsonLd } from '#client/core/create-winery-json-ld.ts';
import type { PageLoader } from '#client/core/page-module.ts';
import type { PublicSection } from '#shared/site/site-contract.ts';
import { loadPageContent, readPageShownByEntry } from './sections/load-page.ts';
import { Sections } from './sections/Sections.tsx';
import type { SectionView } from './sections/section-props.ts';

interface HomeData {
  sections: SectionView[];
}

const componentSection = { kind: 'component', html: null, hash: '' } as const;

/**
 * Default sections of the home page, for a site without an entry for it in the page tree, or with one without a page.
 */
const defaultSections: readonly PublicSection[] = [
  { ...componentSection, id: 1, component: 'hero', config: { tall: true } },
  { ...componentSection, id: 2, component: 'products', config: {} },
  { ...componentSection, id: 3, component: 'news', config: {} },
  { ...componentSection, id: 4, component: 'hours', config: {} },
];

export const loader: PageLoader<HomeData> = async (args) => {
  const { entry, site } = args;
  const page = (await readPageShownByEntry(args)) ?? { image: null, layouts: defaultSections };
  const content = await loadPageContent(page, { title: site.name, opening: 'hero' }, args);
  const { sections, picture, preload, subtitle } = content;
  return {
    status: 200,
    data: { sections },
    head: {
      title: entry?.title ?? site.name,
      description: entry?.description || subtitle,
      image: picture,
      preload,
      jsonLd: import.meta.env.SSR
        ? [
            createWineryJsonLd(args, picture?.url),
            { '@type': 'WebSite', '@id': `${site.origin}/#site`, name: site.name, url: `${site.origin}/` },
          ]
        : [],
    },
  };
};

export const Page = ({ data: { sections } }: { data: HomeData }) => <Sections sections={sections} crumbs={[]} />;
