import type { LoaderArgs } from '#client/core/page-module.ts';
import { type PictureData, toPictureData } from '#client/ui/picture-data.ts';
import type { Page, PublicSection, PublicSectionWithConfig } from '#shared/site/site-contract.ts';
import { loadSections } from './load-sections.ts';
import type { SectionView } from './section-props.ts';

export interface LoadedPageContent {
  title: string;
  subtitle: string;
  /** The picture of the page for link previews. */
  picture: PictureData | null;
  sections: SectionView[];
}

interface PageDefaults {
  /** The title of a page that has none of its own. */
  title: string;
  /** The kind of section to insert if the first section of the page contains no `<h1>`. */
  opening: 'hero' | 'heading';
}

type OpeningLayout = Extract<PublicSectionWithConfig, { component: 'hero' | 'heading' }>;

const isOpening = (layout: PublicSection | undefined): layout is OpeningLayout =>
  layout?.component === 'hero' || layout?.component === 'heading';

/** Creates an empty section for the page's title. Its id is 0, because the ids of stored sections begin at 1. */
export const createEmptyTitleSection = <K extends 'hero' | 'heading'>(component: K): OpeningLayout =>
  ({ id: 0, kind: 'component', html: null, component, config: {}, hash: '' }) as OpeningLayout;

/**
 * Ensures that a page has exactly one `<h1>`: if the first section contains none, a section is created from the page's
 * title and picture.
 */
function withOpening(
  layouts: readonly PublicSection[],
  { title, opening }: PageDefaults,
  image: Page['image'],
): [OpeningLayout, ...PublicSection[]] {
  const [first, ...others] = layouts;
  const [openingLayout, rest] = isOpening(first) ? [first, others] : [createEmptyTitleSection(opening), layouts];
  if (openingLayout.component === 'heading')
    return [
      { ...openingLayout, config: { ...openingLayout.config, title: openingLayout.config.title || title } },
      ...rest,
    ];
  const config = {
    ...openingLayout.config,
    title: openingLayout.config.title || title,
    image: openingLayout.config.image ?? image,
  };
  return [{ ...openingLayout, config }, ...rest];
}

const pictureIn = (layout: PublicSection) =>
  layout.component === 'hero' || layout.component === 'picture' ? layout.config.image : null;

/** Loads the sections of a page together with their data. */
export async function loadPageContent(
  page: { image: Page['image']; layouts: readonly PublicSection[] },
  defaults: PageDefaults,
  args: LoaderArgs,
): Promise<LoadedPageContent> {
  const layouts = withOpening(page.layouts, defaults, page.image);
  const [{ component, config }] = layouts;
  const image = layouts.map(pictureIn).find((one) => one) ?? page.image;
  return {
    title: config.title ?? defaults.title,
    subtitle: (component === 'hero' && config.subtitle) || '',
    picture: image && toPictureData(image),
    sections: await loadSections(layouts, args),
  };
}

/**
 * Reads the page that the page tree entry of the route shows.
 * @returns `null` if the route has no entry, or the entry shows no page
 */
export async function readPageShownByEntry({ entry, read }: LoaderArgs): Promise<Page | null> {
  if (entry?.page == null) return null;
  return (await read('GET /page/{id}', { params: { id: entry.page } })).page;
}
