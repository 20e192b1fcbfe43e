import { useTexts } from '#client/core/app-context.tsx';
import { breadcrumbList, crumbsTo } from '#client/core/crumbs.ts';
import { winery } from '#client/core/estate-json-ld.ts';
import { PageBreadcrumb } from '#client/core/page/PageBreadcrumb.tsx';
import { PictureGallery } from '#client/core/page/PictureGallery.tsx';
import { type LoaderArgs, notFound, type PageLoader, redirectTo } from '#client/core/page-module.ts';
import { allEntries } from '#client/core/shell.ts';
import type { Crumb } from '#client/ui/Breadcrumb.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import prose from '#client/ui/Prose.module.css';
import { type PictureData, pictureOf } from '#client/ui/picture-data.ts';
import { ServerHtml } from '#client/ui/ServerHtml.tsx';
import type { NewsArticle } from '#shared/content/content-contract.ts';
import type { Lang } from '#shared/languages.ts';
import { imageAddress } from '#shared/media/image-address.ts';
import { isReadFailure } from '#shared/rendering.ts';
import { cropText } from '#shared/site/crop-text.ts';
import css from './NewsArticlePage.module.css';
import { articlePath, type NewsTeaser, newsPath, newsTeaser } from './news-view.ts';

interface ArticleData {
  id: number;
  title: string;
  summary: string;
  publishedAt: string;
  picture: PictureData | null;
  html: string;
  pictures: PictureData[];
  crumbs: Crumb[];
  list: string;
  others: NewsTeaser[];
}

/** How many other pieces of news follow an article. */
const otherCount = 3;

const articleJsonLd = (news: NewsArticle, path: string, args: LoaderArgs) => ({
  '@type': 'NewsArticle',
  headline: cropText(news.title, 110),
  description: news.summary,
  datePublished: news.publishedAt,
  dateModified: news.updatedAt,
  image: news.image ? [args.site.origin + imageAddress(news.image.url, 1200, 'jpeg')] : undefined,
  mainEntityOfPage: args.site.origin + path,
  resolveLocalized: args.site.lang.slice(0, 2),
  author: winery(args),
  publisher: { '@id': `${args.site.origin}/#estate` },
});

/**
 * The article's address in each language. Its slug there is known on the server alone; what a browser makes of its own
 * slug leads to the right one.
 */
async function alternatesOf({ read, site, shell }: LoaderArgs, list: string, news: NewsArticle) {
  const lists = allEntries(shell.pages).find(({ path }) => path === list)?.alternates;
  const paths = site.alternates.map(async ({ lang }): Promise<[Lang, string][]> => {
    if (lang === site.lang) return [[lang, articlePath(list, news)]];
    const there = lists?.[lang];
    if (!there) return [];
    if (!import.meta.env.SSR) return [[lang, articlePath(there, news)]];
    const theirs = await read('GET /news/{id}', { params: { id: news.id }, lang }).catch((error: unknown) => {
      if (isReadFailure(error)) return null;
      throw error;
    });
    return theirs ? [[lang, articlePath(there, theirs.news)]] : [];
  });
  return Object.fromEntries((await Promise.all(paths)).flat());
}

export const loader: PageLoader<ArticleData> = async (args) => {
  const { read, params } = args;
  const id = Number(params.id);
  if (!/^[1-9]\d{0,8}$/.test(params.id ?? '')) throw notFound();
  const [{ news }, latest] = await Promise.all([
    read('GET /news/{id}', { params: { id } }),
    read('GET /news', { query: { page: 1, nbItem: otherCount + 1 } }),
  ]);
  const list = newsPath(args);
  const path = articlePath(list, news);
  if (params.slug !== news.slug) throw redirectTo(path);
  const crumbs = crumbsTo(args, list, news.title);
  const others = latest.news.filter((item) => item.id !== id).slice(0, otherCount);
  return {
    status: 200,
    data: {
      id,
      title: news.title,
      summary: news.summary,
      publishedAt: news.publishedAt,
      picture: news.image && pictureOf(news.image),
      html: news.html,
      pictures: news.images.map(pictureOf),
      crumbs,
      list,
      others: others.map((item) => newsTeaser(item, args)),
    },
    head: {
      title: news.title,
      description: cropText(news.summary, 160),
      type: 'article',
      image: news.image,
      alternates: await alternatesOf(args, list, news),
      jsonLd: import.meta.env.SSR ? [articleJsonLd(news, path, args), breadcrumbList(args, crumbs, path)] : [],
    },
  };
};

/** One piece of news. */
export function Page({ data }: { data: ArticleData }) {
  const { t, date } = useTexts();
  const { title, summary, publishedAt, picture, html, pictures, crumbs, list, others } = data;
  return (
    <div className="page">
      <article className={css.article}>
        <header className={css.top}>
          <PageBreadcrumb crumbs={crumbs} />
          <p className={css.date}>
            <time dateTime={publishedAt}>{date(publishedAt)}</time>
          </p>
          <h1 className={css.title}>{title}</h1>
          {summary && <p className={css.summary}>{summary}</p>}
        </header>
        {picture && <Picture className={css.picture} image={picture} sizes="(min-width: 75rem) 75rem, 100vw" first />}
        <div className={css.text}>
          <ServerHtml id={`news-${data.id}`} html={html} className={prose.prose} />
        </div>
        {pictures.length > 0 && <PictureGallery pictures={pictures} />}
      </article>
      {others.length > 0 && (
        <aside className={css.others} aria-labelledby="other-news">
          <h2 id="other-news">{t('content.news.others')}</h2>
          <ul>
            {others.map((item) => (
              <li key={item.href}>
                <time dateTime={item.publishedAt}>{date(item.publishedAt)}</time>
                <a href={item.href}>{item.title}</a>
              </li>
            ))}
          </ul>
          <p>
            <a href={list}>{t('content.news.all')}</a>
          </p>
        </aside>
      )}
    </div>
  );
}
