import type { LoaderArgs } from '#client/core/page-module.ts';
import { createPicturePreload, type PicturePreload } from '#client/ui/Picture.tsx';
import { type PictureData, toPictureData } from '#client/ui/picture-data.ts';
import type { Image } from '#shared/media/image.ts';
import type { Page, PublicSection, PublicSectionWithConfig } from '#shared/site/site-contract.ts';
import { heroSizes } from './HeroSection.tsx';
import { sectionModules } from './section-modules.tsx';
import type { SectionView } from './section-props.ts';

interface LoadedPageContent {
  title: string;
  subtitle: string;
  /** The picture of the page for link previews. */
  picture: PictureData | null;
  /** The picture of the opening hero. */
  preload: PicturePreload | undefined;
  sections: SectionView[];
}

interface PageDefaults {
  /** The title of a page that has none of its own. */
  title: string;
  /** The kind of section to insert if the first section of the page contains no `<h1>`. */
  opening: 'hero' | 'heading';
}

type OpeningSection = Extract<PublicSectionWithConfig, { component: 'hero' | 'heading' }>;

const isOpening = (section: PublicSection | undefined): section is OpeningSection =>
  section?.component === 'hero' || section?.component === 'heading';

/** Creates an empty section for the page's title. Its id is 0, because the ids of stored sections begin at 1. */
const createEmptyTitleSection = <K extends 'hero' | 'heading'>(component: K): OpeningSection =>
  ({ id: 0, kind: 'component', html: null, component, config: {}, hash: '' }) as OpeningSection;

/**
 * Ensures that a page has exactly one `<h1>`: if the first section contains none, a section is created from the page's
 * title and picture.
 */
function withOpening(
  sections: readonly PublicSection[],
  { title, opening }: PageDefaults,
  image: Page['image'],
): [OpeningSection, ...PublicSection[]] {
  const [first, ...others] = sections;
  const [openingSection, rest] = isOpening(first) ? [first, others] : [createEmptyTitleSection(opening), sections];
  if (openingSection.component === 'heading')
    return [
      { ...openingSection, config: { ...openingSection.config, title: openingSection.config.title || title } },
      ...rest,
    ];
  const config = {
    ...openingSection.config,
    title: openingSection.config.title || title,
    image: openingSection.config.image ?? image,
  };
  return [{ ...openingSection, config }, ...rest];
}

const pictureIn = (section: PublicSection) =>
  section.component === 'hero' || section.component === 'picture' ? section.config.image : null;

const isImage = (value: object): value is Image => 'url' in value && 'tint' in value;

/** Reduces pictures to `PictureData`, because all fields of a section become part of the hydration data. */
function withLeanPictures(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLeanPictures);
  if (typeof value !== 'object' || value === null) return value;
  if (isImage(value)) return toPictureData(value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withLeanPictures(inner)]));
}

type Load = (fields: unknown, args: LoaderArgs) => Promise<unknown>;

const loadSections = (sections: readonly PublicSection[], args: LoaderArgs): Promise<SectionView[]> =>
  Promise.all(
    sections.map(async (section) => {
      if (section.kind === 'html') return { id: section.id, kind: section.kind, data: { html: section.html } };
      const { id, component: kind } = section;
      const fields = withLeanPictures(section.config);
      const load = sectionModules[kind].load as Load | undefined;
      return { id, kind, data: load ? await load(fields, args) : fields } as SectionView;
    }),
  );

export async function loadPageContent(
  page: { image: Page['image']; layouts: readonly PublicSection[] },
  defaults: PageDefaults,
  args: LoaderArgs,
): Promise<LoadedPageContent> {
  const sections = withOpening(page.layouts, defaults, page.image);
  const [{ component, config }] = sections;
  const image = sections.map(pictureIn).find((one) => one) ?? page.image;
  return {
    title: config.title ?? defaults.title,
    subtitle: (component === 'hero' && config.subtitle) || '',
    picture: image && toPictureData(image),
    preload:
      import.meta.env.SSR && component === 'hero' && config.image
        ? createPicturePreload(config.image, heroSizes(config.image, config.tall))
        : undefined,
    sections: await loadSections(sections, args),
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
