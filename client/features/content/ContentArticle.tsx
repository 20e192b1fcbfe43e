import { useTexts } from '#client/core/app-context.tsx';
import { PageBreadcrumb } from '#client/core/page/PageBreadcrumb.tsx';
import { PictureGallery } from '#client/core/page/PictureGallery.tsx';
import { ShareLinks } from '#client/core/share/ShareLinks.tsx';
import { pageSizes } from '#client/ui/cover-sizes.ts';
import { Picture } from '#client/ui/Picture.tsx';
import prose from '#client/ui/Prose.module.css';
import { ServerHtml } from '#client/ui/ServerHtml.tsx';
import css from './ContentArticle.module.css';
import type { ContentDetailData } from './load-content-detail.ts';

export function ContentArticle({ data }: { data: ContentDetailData }) {
  const { date } = useTexts();
  const { contentType, title, summary, publishedAt, picture, html, pictures, crumbs } = data;
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
        {picture && <Picture className={css.picture} image={picture} sizes={pageSizes} hasPriority />}
        <div className={css.text}>
          <ServerHtml id={`${contentType}-${data.id}`} html={html} className={prose.prose} />
        </div>
        {pictures.length > 0 && <PictureGallery pictures={pictures} />}
        <div className={css.share}>
          <ShareLinks title={title} path={data.path} />
        </div>
      </article>
      {data.others.length > 0 && <OtherItems {...data} />}
    </div>
  );
}

function OtherItems({ others, list, contentType }: Pick<ContentDetailData, 'others' | 'list' | 'contentType'>) {
  const { t, date } = useTexts();
  const id = `other-${contentType}`;
  return (
    <aside className={css.others} aria-labelledby={id}>
      <h2 id={id}>{t(`content.${contentType}.others`)}</h2>
      <ul>
        {others.map((item) => (
          <li key={item.href}>
            <time dateTime={item.publishedAt}>{date(item.publishedAt)}</time>
            <a href={item.href}>{item.title}</a>
          </li>
        ))}
      </ul>
      <p>
        <a href={list}>{t(`content.${contentType}.all`)}</a>
      </p>
    </aside>
  );
}
