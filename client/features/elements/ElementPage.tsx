import { useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumb, createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { findCanonicalListEntry, loadItemAlternates } from '#client/core/page/item-pages.ts';
import { PageBreadcrumb } from '#client/core/page/PageBreadcrumb.tsx';
import { PictureGallery } from '#client/core/page/PictureGallery.tsx';
import { createNotFoundError, createRedirectError, type PageLoader } from '#client/core/page-module.ts';
import { ShareLinks } from '#client/core/share/ShareLinks.tsx';
import { pageSizes } from '#client/ui/cover-sizes.ts';
import { createPicturePreload, Picture } from '#client/ui/Picture.tsx';
import prose from '#client/ui/Prose.module.css';
import { toPictureData } from '#client/ui/picture-data.ts';
import { ServerHtml } from '#client/ui/ServerHtml.tsx';
import { buildItemPath } from '#shared/content-type-pages.ts';
import { elementContentType } from '#shared/elements/element-content-type.ts';
import { parseId } from '#shared/ids/parse-id.ts';
import { formatDateRange } from './date-text.ts';
import { ElementDetails } from './ElementDetails.tsx';
import { ElementStatusBadge } from './ElementListItem.tsx';
import css from './ElementPage.module.css';
import { type ElementPageData, toElementTeaser } from './element-teaser.ts';
import { createEventJsonLd } from './event-json-ld.ts';
import { Registration } from './Registration.tsx';

const maxOthers = 3;

export const loader: PageLoader<ElementPageData> = async (args) => {
  const { read, params, entry } = args;
  const route = entry?.elementRoute;
  const list = entry?.path;
  const id = parseId(params.id);
  if (!list || !route || id === null) throw createNotFoundError();
  const query = { upcoming: 'true', nbItem: maxOthers + 1 };
  const [element, { items }] = await Promise.all([
    elementContentType.readDetail(read, id, { route }),
    read('GET /element/{route}', { params: { route }, query }),
  ]);
  const path = buildItemPath(list, element);
  if (params.slug !== element.slug) throw createRedirectError(path);
  const canonicalList = findCanonicalListEntry(args.shell, entry);
  const canonical = buildItemPath(canonicalList.path ?? list, element);
  const { image, images, publishedAt: _publishedAt, updatedAt: _updatedAt, slug: _slug, ...shown } = element;
  const crumbs = createBreadcrumb(args, list, element.title);
  const others = items.filter((other) => other.id !== id).slice(0, maxOthers);
  return {
    status: 200,
    data: {
      ...shown,
      path,
      picture: image && toPictureData(image),
      pictures: images.map(toPictureData),
      crumbs,
      list,
      others: others.map((other) => toElementTeaser(other, list)),
    },
    head: {
      title: element.title,
      description: element.summary,
      canonical,
      type: 'article',
      image,
      preload: createPicturePreload(image, pageSizes),
      alternates: await loadItemAlternates(elementContentType, args, canonicalList, element),
      jsonLd: import.meta.env.SSR
        ? [...createEventJsonLd(element, canonical, args, new Date()), createBreadcrumbJsonLd(args, crumbs, path)]
        : [],
    },
  };
};

export function Page({ data }: { data: ElementPageData }) {
  const { title, summary, picture, pictures, crumbs, html, id } = data;
  return (
    <div className="page">
      <article className={css.article}>
        <header className={css.top}>
          <PageBreadcrumb crumbs={crumbs} />
          <ElementStatusBadge {...data} />
          <h1 className={css.title}>{title}</h1>
          {summary && <p className={css.summary}>{summary}</p>}
        </header>
        {picture && <Picture className={css.picture} image={picture} sizes={pageSizes} hasPriority />}
        <div className={css.columns}>
          <ElementDetails element={data} />
          <ServerHtml id={`element-${id}`} html={html} className={prose.prose} />
        </div>
        {data.maxPeople !== null && !data.isPast && <Registration key={id} element={data} sent={data.sent} />}
        {pictures.length > 0 && <PictureGallery pictures={pictures} />}
        <div className={css.share}>
          <ShareLinks title={title} path={data.path} />
        </div>
      </article>
      {data.others.length > 0 && <OtherElements {...data} />}
    </div>
  );
}

function OtherElements({ others, list }: Pick<ElementPageData, 'others' | 'list'>) {
  const texts = useTexts();
  const { t } = texts;
  return (
    <aside className={css.others} aria-labelledby="other-elements">
      <h2 id="other-elements">{t('elements.others')}</h2>
      <ul>
        {others.map(({ href, title, startsAt, endsAt }) => (
          <li key={href}>
            {startsAt && endsAt && <time dateTime={startsAt}>{formatDateRange(texts, startsAt, endsAt)}</time>}
            <a href={href}>{title}</a>
          </li>
        ))}
      </ul>
      <p>
        <a href={list}>{t('elements.all')}</a>
      </p>
    </aside>
  );
}
