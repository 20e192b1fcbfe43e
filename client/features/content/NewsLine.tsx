import { useTexts } from '#client/core/app-context.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import { breakpoints, mobileBelow } from '#shared/limits.ts';
import css from './NewsListPage.module.css';
import type { NewsTeaser } from './news-view.ts';

interface NewsLineProps {
  item: NewsTeaser;
  /** Its picture is seen at once. */
  first?: boolean;
  /** The newest leads the list. */
  large?: boolean;
}

/** One piece of news in a list. The whole of it leads to the article. */
export function NewsLine({ item: { href, title, summary, publishedAt, picture }, first, large }: NewsLineProps) {
  const { date } = useTexts();
  return (
    <article className={css.item} data-large={large || undefined}>
      {picture && (
        <Picture
          className={css.picture}
          image={picture}
          alt=""
          first={first}
          sizes={large ? `(min-width: ${mobileBelow}px) 60vw, 100vw` : `(min-width: ${breakpoints.sm}px) 20rem, 100vw`}
          widest={large ? 1440 : 960}
        />
      )}
      <div className={css.words}>
        <p className={css.date}>
          <time dateTime={publishedAt}>{date(publishedAt)}</time>
        </p>
        <h2 className={css.title}>
          <a href={href}>{title}</a>
        </h2>
        <p>{summary}</p>
      </div>
    </article>
  );
}
