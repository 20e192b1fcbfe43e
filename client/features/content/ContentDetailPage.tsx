import { useTexts } from '#client/core/app-context.tsx';
import { createBreadcrumb, createBreadcrumbJsonLd } from '#client/core/breadcrumb.ts';
import { PageBreadcrumb } from '#client/core/page/PageBreadcrumb.tsx';
import { PictureGallery } from '#client/core/page/PictureGallery.tsx';
import { type LoaderResult, notFound, type PageLoader, redirectTo } from '#client/core/page-module.ts';
import type { BreadcrumbItem } from '#client/ui/Breadcrumb.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import prose from '#client/ui/Prose.module.css';
import { type PictureData, toPictureData } from '#client/ui/picture-data.ts';
import { ServerHtml } from '#client/ui/ServerHtml.tsx';
import { buildContentPath, type ContentType, findContentTypeOfPage } from '#shared/content/content-types.ts';
import { cropText } from '#shared/site/crop-text.ts';
import css from './ContentDetailPage.module.css';
import { createContentJsonLd, loadContentAlternates } from './content-metadata.ts';
import { type ContentTeaser, getContentListPath, toContentTeaser } from './content-view.ts';

interface ContentDetailData extends Pick<ContentType, 'texts'> {
  id: number;
  title: string;
  summary: string;
  publishedAt: string;
  picture: PictureData | null;
  html: string;
  pictures: PictureData[];
  crumbs: BreadcrumbItem[];
  list: string;
  others: ContentTeaser[];
}

const maxOthers = 3;

/** Loads an item of the content type to which the page's kind belongs, such as a news item. */
export const loader: PageLoader<ContentDetailData> = async (args): Promise<LoaderResult<ContentDetailData>> => {
  const { read, params } = args;
  const type = findContentTypeOfPage(args.kind);
  const id = Number(params.id);
  if (!/^[1-9]\d{0,8}$/.test(params.id ?? '')) throw notFound();
  const [item, latest] = await Promise.all([
    type.readDetail(read, id),
    type.readList(read, { page: 1, nbItem: maxOthers + 1 }),
  ]);
  const list = getContentListPath(type, args);
  const path = buildContentPath(list, item);
  if (params.slug !== item.slug) throw redirectTo(path);
  const { title, summary, publishedAt, html } = item;
  const crumbs = createBreadcrumb(args, list, title);
  const others = latest.items.filter((other) => other.id !== id).slice(0, maxOthers);
  return {
    status: 200,
    data: {
      texts: type.texts,
      id,
      title,
      summary,
      publishedAt,
      picture: item.image && toPictureData(item.image),
      html,
      pictures: item.images.map(toPictureData),
      crumbs,
      list,
      others: others.map((other) => toContentTeaser(other, type, args)),
    },
    head: {
      title,
      description: cropText(summary, 160),
      type: 'article',
      image: item.image,
      alternates: await loadContentAlternates(type, args, list, item),
      jsonLd: import.meta.env.SSR
        ? [createContentJsonLd(type, item, path, args), createBreadcrumbJsonLd(args, crumbs, path)]
        : [],
    },
  };
};

export function Page({ data }: { data: ContentDetailData }) {
  const { date } = useTexts();
  const { texts, title, summary, publishedAt, picture, html, pictures, crumbs } = data;
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
        {picture && (
          <Picture className={css.picture} image={picture} sizes="(min-width: 75rem) 75rem, 100vw" hasPriority />
        )}
        <div className={css.text}>
          <ServerHtml id={`${texts}-${data.id}`} html={html} className={prose.prose} />
        </div>
        {pictures.length > 0 && <PictureGallery pictures={pictures} />}
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
