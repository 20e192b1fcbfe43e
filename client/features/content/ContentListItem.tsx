import { useTexts } from '#client/core/app-context.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import { breakpointsPx, mobileBreakpointPx } from '#shared/limits.ts';
import css from './ContentList.module.css';
import type { ContentTeaser } from './content-teaser.ts';

interface ContentListItemProps {
  item: ContentTeaser;
  /** Loads the picture with priority, because it is visible without scrolling. */
  isFirst?: boolean;
  /** True for the large layout of the newest item at the top of the list. */
  isLarge?: boolean;
}

export function ContentListItem({
  item: { href, title, summary, publishedAt, picture },
  isFirst,
  isLarge,
}: ContentListItemProps) {
  const { date } = useTexts();
  return (
    <article className={css.item} data-large={isLarge || undefined}>
      {picture && (
        <Picture
          className={css.picture}
          image={picture}
          alt=""
          hasPriority={isFirst}
          sizes={
            isLarge
              ? `(min-width: ${mobileBreakpointPx}px) 60vw, 100vw`
              : `(min-width: ${breakpointsPx.sm}px) 20rem, 100vw`
          }
          maxWidth={isLarge ? 1440 : 960}
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
