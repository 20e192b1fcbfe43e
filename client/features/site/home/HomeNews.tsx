import { useShell, useTexts } from '#client/core/app-context.tsx';
import { pathOfKind } from '#client/core/shell.ts';
import type { NewsTeaser } from '#client/features/content/news-view.ts';
import { Picture } from '#client/ui/Picture.tsx';
import css from './home.module.css';

/** What is new: the latest with its picture, the others as lines beside it. RAISED puts them on raised paper. */
export function HomeNews({ title, news }: { title: string; news: readonly NewsTeaser[] }) {
  const shell = useShell();
  const { t } = useTexts();
  const [latest, ...others] = news;
  const all = pathOfKind(shell, 'NEWS');
  if (!latest) return null;
  return (
    <section className={css.news} data-style={shell.parameters.PROMOTED_NEWS_STYLE}>
      <div className="page">
        <div className={css.heading}>
          <h2>{title || t('site.home.all-news')}</h2>
          {all && (
            <a className={css.onward} href={all}>
              {t('site.home.all-news')}
            </a>
          )}
        </div>
        <div className={css.columns}>
          <article className={css.latest}>
            {latest.picture && (
              <Picture image={latest.picture} alt="" sizes="(min-width: 960px) 56vw, 100vw" widest={1440} />
            )}
            <Words item={latest} />
          </article>
          {others.length > 0 && (
            <div className={css.others}>
              {others.map((item) => (
                <article key={item.href}>
                  <Words item={item} />
                </article>
              ))}
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

function Words({ item: { href, title, summary, publishedAt } }: { item: NewsTeaser }) {
  const { date } = useTexts();
  return (
    <div className={css.teaser}>
      <p className={css.date}>
        <time dateTime={publishedAt}>{date(publishedAt)}</time>
      </p>
      <h3>
        <a href={href}>{title}</a>
      </h3>
      <p>{summary}</p>
    </div>
  );
}
