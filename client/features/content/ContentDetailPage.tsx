import { useTexts } from '#client/core/app-context.tsx';
import { breadcrumbList, crumbsTo } from '#client/core/crumbs.ts';
import { winery } from '#client/core/estate-json-ld.ts';
import { type LoaderArgs, notFound, type PageLoader, type PageResult, redirectTo } from '#client/core/page-module.ts';
import { allEntries } from '#client/core/shell.ts';
import { Breadcrumb, type Crumb } from '#client/ui/Breadcrumb.tsx';
import { Gallery } from '#client/ui/Gallery.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import prose from '#client/ui/Prose.module.css';
import { type PictureData, pictureOf } from '#client/ui/picture-data.ts';
import { ServerHtml } from '#client/ui/ServerHtml.tsx';
import { type ContentDetail, type ContentType, contentPath } from '#shared/content/content-types.ts';
import type { Lang } from '#shared/languages.ts';
import { imageAddress } from '#shared/media/image-address.ts';
import { isReadFailure } from '#shared/rendering.ts';
import { cropText } from '#shared/site/crop-text.ts';
import css from './ContentDetailPage.module.css';
import { type ContentTeaser, contentTeaser, listPathOf } from './content-view.ts';

interface ContentDetailData extends Pick<ContentType, 'texts'> {
  id: number;
  title: string;
  summary: string;
  publishedAt: string;
  picture: PictureData | null;
  html: string;
  pictures: PictureData[];
  crumbs: Crumb[];
  list: string;
  others: ContentTeaser[];
}

/** Other items that follow. */
const maxOthers = 3;

const structuredData = (type: ContentType, item: ContentDetail, path: string, args: LoaderArgs) => ({
  '@type': type.structuredDataType,
  headline: cropText(item.title, 110),
  description: item.summary,
  datePublished: item.publishedAt,
  dateModified: item.updatedAt,
  image: item.image ? [args.site.origin + imageAddress(item.image.url, 1200, 'jpeg')] : undefined,
  mainEntityOfPage: args.site.origin + path,
  inLanguage: args.site.lang.slice(0, 2),
  author: winery(args),
  publisher: { '@id': `${args.site.origin}/#estate` },
});

/**
 * The item's path in each language. Its slug in another language is known on the server alone; a path that the browser
 * builds from the page's own slug is redirected to the right one.
 */
async function alternatesOf(type: ContentType, { read, site, shell }: LoaderArgs, list: string, item: ContentDetail) {
  const lists = allEntries(shell.pages).find(({ path }) => path === list)?.alternates;
  const paths = site.alternates.map(async ({ lang }): Promise<[Lang, string][]> => {
    if (lang === site.lang) return [[lang, contentPath(list, item)]];
    const there = lists?.[lang];
    if (!there) return [];
    if (!import.meta.env.SSR) return [[lang, contentPath(there, item)]];
    const theirs = await type.readDetail(read, item.id, lang).catch((error: unknown) => {
      if (isReadFailure(error)) return null;
      throw error;
    });
    return theirs ? [[lang, contentPath(there, theirs)]] : [];
  });
  return Object.fromEntries((await Promise.all(paths)).flat());
}

async function loadDetail(type: ContentType, args: LoaderArgs): Promise<PageResult<ContentDetailData>> {
  const { read, params } = args;
  const id = Number(params.id);
  if (!/^[1-9]\d{0,8}$/.test(params.id ?? '')) throw notFound();
  const [item, latest] = await Promise.all([
    type.readDetail(read, id),
    type.readList(read, { page: 1, nbItem: maxOthers + 1 }),
  ]);
  const list = listPathOf(type, args);
  const path = contentPath(list, item);
  if (params.slug !== item.slug) throw redirectTo(path);
  const { title, summary, publishedAt, html } = item;
  const crumbs = crumbsTo(args, list, title);
  const others = latest.items.filter((other) => other.id !== id).slice(0, maxOthers);
  return {
    status: 200,
    data: {
      texts: type.texts,
      id,
      title,
      summary,
      publishedAt,
      picture: item.image && pictureOf(item.image),
      html,
      pictures: item.images.map(pictureOf),
      crumbs,
      list,
      others: others.map((other) => contentTeaser(other, type, args)),
    },
    head: {
      title,
      description: cropText(summary, 160),
      type: 'article',
      image: item.image,
      alternates: await alternatesOf(type, args, list, item),
      jsonLd: import.meta.env.SSR ? [structuredData(type, item, path, args), breadcrumbList(args, crumbs, path)] : [],
    },
  };
}

export const contentDetailLoader =
  (type: ContentType): PageLoader<ContentDetailData> =>
  (args) =>
    loadDetail(type, args);

/** One item of a content type. */
export function ContentDetailPage({ data }: { data: ContentDetailData }) {
  const { date } = useTexts();
  const { texts, title, summary, publishedAt, picture, html, pictures, crumbs } = data;
  return (
    <div className="page">
      <article className={css.article}>
        <header className={css.top}>
          <Breadcrumb crumbs={crumbs} />
          <p className={css.date}>
            <time dateTime={publishedAt}>{date(publishedAt)}</time>
          </p>
          <h1 className={css.title}>{title}</h1>
          {summary && <p className={css.summary}>{summary}</p>}
        </header>
        {picture && <Picture className={css.picture} image={picture} sizes="(min-width: 75rem) 75rem, 100vw" first />}
        <div className={css.text}>
          <ServerHtml id={`${texts}-${data.id}`} html={html} className={prose.prose} />
        </div>
        {pictures.length > 0 && <Gallery pictures={pictures} />}
      </article>
      {data.others.length > 0 && <OtherItems {...data} />}
    </div>
  );
}

function OtherItems({ others, list, texts }: Pick<ContentDetailData, 'others' | 'list' | 'texts'>) {
  const { t, date } = useTexts();
  const id = `other-${texts}`;
  return (
    <aside className={css.others} aria-labelledby={id}>
      <h2 id={id}>{t(`content.${texts}.others`)}</h2>
      <ul>
        {others.map((item) => (
          <li key={item.href}>
            <time dateTime={item.publishedAt}>{date(item.publishedAt)}</time>
            <a href={item.href}>{item.title}</a>
          </li>
        ))}
      </ul>
      <p>
        <a href={list}>{t(`content.${texts}.all`)}</a>
      </p>
    </aside>
  );
}
