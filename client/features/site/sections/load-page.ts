import type { LoaderArgs } from '#client/core/page-module.ts';
import { type PictureData, pictureOf } from '#client/ui/picture-data.ts';
import type { ComponentLayout, Page, PageLayout } from '#shared/site/site-contract.ts';
import { loadSections } from './load-sections.ts';
import type { SectionView } from './section-props.ts';

/** A page's own content, as its kind of page puts it under its breadcrumb and into the head. */
export interface LoadedPageContent {
  title: string;
  subtitle: string;
  /** The picture that shared links show. */
  picture: PictureData | null;
  sections: SectionView[];
}

interface PageDefaults {
  /** Title of a page that has none itself. */
  title: string;
  /** The section that opens a page which begins with none that can. */
  opening: 'hero' | 'heading';
}

type OpeningLayout = Extract<ComponentLayout, { component: 'hero' | 'heading' }>;

const isOpening = (layout: PageLayout | undefined): layout is OpeningLayout =>
  layout?.component === 'hero' || layout?.component === 'heading';

/** Ids of sections begin at 1, so a section that the estate did not write takes 0. */
export const componentLayout = <K extends 'hero' | 'heading'>(component: K): OpeningLayout =>
  ({ id: 0, kind: 'component', html: null, component, config: {}, hash: '' }) as OpeningLayout;

/** Every page has exactly one `<h1>`: where its sections do not begin with it, its own title and picture do. */
function withOpening(
  layouts: readonly PageLayout[],
  { title, opening }: PageDefaults,
  image: Page['image'],
): [OpeningLayout, ...PageLayout[]] {
  const [first, ...others] = layouts;
  const [given, rest] = isOpening(first) ? [first, others] : [componentLayout(opening), layouts];
  if (given.component === 'heading')
    return [{ ...given, config: { ...given.config, title: given.config.title || title } }, ...rest];
  const config = { ...given.config, title: given.config.title || title, image: given.config.image ?? image };
  return [{ ...given, config }, ...rest];
}

const pictureIn = (layout: PageLayout) =>
  layout.component === 'hero' || layout.component === 'picture' ? layout.config.image : null;

/** Reads what the sections of a page need. */
export async function loadPageContent(
  page: { image: Page['image']; layouts: readonly PageLayout[] },
  defaults: PageDefaults,
  args: LoaderArgs,
): Promise<LoadedPageContent> {
  const layouts = withOpening(page.layouts, defaults, page.image);
  const [{ component, config }] = layouts;
  const image = layouts.map(pictureIn).find((one) => one) ?? page.image;
  return {
    title: config.title ?? defaults.title,
    subtitle: (component === 'hero' && config.subtitle) || '',
    picture: image && pictureOf(image),
    sections: await loadSections(layouts, args),
  };
}

/** The page that the route's entry of the tree shows; null where it names none. */
export async function readEntryPage({ entry, read }: LoaderArgs): Promise<Page | null> {
  if (entry?.page == null) return null;
  return (await read('GET /page/{id}', { params: { id: entry.page } })).page;
}
