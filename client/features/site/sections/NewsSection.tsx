import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import type { LoaderArgs } from '#client/core/page-module.ts';
import { findPathOfPageKind } from '#client/core/site-shell.ts';
import { type ContentTeaser, toContentTeaser } from '#client/features/content/content-teaser.ts';
import { coverSizes } from '#client/ui/cover-sizes.ts';
import { Picture } from '#client/ui/Picture.tsx';
import { articleTypes } from '#shared/content/article-types.ts';
import css from './NewsSection.module.css';
import type { SectionFields, SectionLoaderData, SectionProps } from './section-props.ts';
import { TitleRow } from './TitleRow.tsx';

const type = articleTypes.news;
const maxItems = 3;

export async function loadPromotedNews(
  { title }: SectionFields<'news'>,
  args: LoaderArgs,
): Promise<SectionLoaderData['news']> {
  const { items } = await type.readList(args.read, { promoted: 'true', nbItem: maxItems });
  return { title, news: items.map((item) => toContentTeaser(item, type, args)) };
}

/**
 * Shows the latest promoted news item with its picture, and further ones beside it. The parameter `PROMOTED_NEWS_STYLE`
 * selects the background.
 */
export function NewsSection({ title, news }: SectionProps<'news'>) {
  const shell = useSiteShell();
  const { t } = useTexts();
  const [latest, ...others] = news;
  const list = findPathOfPageKind(shell, type.listKind);
  if (!latest) return null;
  const allNews = t('site.home.all-news');
  return (
    <section className={css.news} data-style={shell.parameters.PROMOTED_NEWS_STYLE}>
      <div className="page">
        <TitleRow title={title || allNews} link={list === null ? null : { href: list, label: allNews }} />
        <div className={css.columns}>
          <article className={css.latest}>
            {latest.picture && (
              <Picture
                image={latest.picture}
                alt=""
                sizes={coverSizes(latest.picture, '(min-width: 960px) 56vw, 94vw', 3 / 2)}
                maxWidth={1440}
              />
            )}
            <Teaser item={latest} />
          </article>
          {others.length > 0 && (
            <div className={css.others}>
              {others.map((item) => (
                <article key={item.href}>
                  <Teaser item={item} />
                </article>
              ))}
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

function Teaser({ item: { href, title, summary, publishedAt } }: { item: ContentTeaser }) {
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
