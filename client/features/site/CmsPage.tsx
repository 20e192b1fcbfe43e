import { type Config, configIn, type PictureData, pictureIn, pictureOf, textIn } from '#client/core/config-fields.ts';
import { breadcrumbList, crumbsTo } from '#client/core/crumbs.ts';
import { PageBreadcrumb } from '#client/core/page/PageBreadcrumb.tsx';
import { type LoaderArgs, notFound, type PageLoader } from '#client/core/page-module.ts';
import type { Crumb } from '#client/ui/Breadcrumb.tsx';
import prose from '#client/ui/Prose.module.css';
import { ServerHtml } from '#client/ui/ServerHtml.tsx';
import { isReadFailure } from '#shared/rendering.ts';
import type { PageLayout } from '#shared/site/site-contract.ts';
import css from './CmsPage.module.css';
import { Hero } from './Hero.tsx';
import { Sections } from './sections/Sections.tsx';
import { type Section, sectionsOf } from './sections/section-view.ts';

type Part = { id: number } & ({ kind: 'html'; html: string } | { kind: 'sections'; sections: Section[] });

interface CmsData {
  title: string;
  sentence: string;
  picture: PictureData | null;
  crumbs: Crumb[];
  parts: Part[];
}

/** A component's own configuration over that which the site has for its slug; empty where there is neither. */
async function configOf({ component, config }: PageLayout, read: LoaderArgs['read']): Promise<Config> {
  if (!component) return config ?? {};
  try {
    const known = await read('GET /component/conf/{slug}', { params: { slug: component } });
    return { ...known.config, ...config };
  } catch (error) {
    if (isReadFailure(error) && error.status === 404) return config ?? {};
    throw error;
  }
}

interface Loaded {
  part: Part;
  hero: Config | undefined;
}

async function loadLayout(layout: PageLayout, read: LoaderArgs['read']): Promise<Loaded> {
  if (layout.kind === 'html')
    return { part: { id: layout.id, kind: 'html', html: layout.html ?? '' }, hero: undefined };
  const config = await configOf(layout, read);
  return { part: { id: layout.id, kind: 'sections', sections: sectionsOf(config) }, hero: configIn(config, 'hero') };
}

export const loader: PageLoader<CmsData> = async (args) => {
  const { entry, read } = args;
  if (entry?.page == null || entry.path === null) throw notFound();
  const { page } = await read('GET /page/{id}', { params: { id: entry.page } });
  const loaded = await Promise.all(page.layouts.map((layout) => loadLayout(layout, read)));
  const hero = loaded.find((one) => one.hero)?.hero;
  const crumbs = crumbsTo(args, entry.path);
  const picture = pictureIn(hero, 'image') ?? (page.image && pictureOf(page.image));
  return {
    status: 200,
    data: {
      title: textIn(hero, 'title') || page.title || entry.title,
      sentence: textIn(hero, 'sentence'),
      picture,
      crumbs,
      parts: loaded.map(({ part }) => part),
    },
    head: {
      title: entry.title,
      description: entry.description,
      image: picture,
      jsonLd: import.meta.env.SSR ? [breadcrumbList(args, crumbs, entry.path)] : [],
    },
  };
};

/** A page that the estate wrote: texts and configured components, in its order. */
export function Page({ data: { title, sentence, picture, crumbs, parts } }: { data: CmsData }) {
  return (
    <article className={css.article}>
      <Hero picture={picture} title={title} sentence={sentence} />
      <div className={`page ${css.crumbs}`}>
        <PageBreadcrumb crumbs={crumbs} />
      </div>
      {parts.map((part) =>
        part.kind === 'html' ? (
          <div key={part.id} className={`page ${css.text}`}>
            <ServerHtml id={`part-${part.id}`} html={part.html} className={prose.prose} />
          </div>
        ) : (
          <Sections key={part.id} sections={part.sections} />
        ),
      )}
    </article>
  );
}
