import { useTexts } from '#client/core/app-context.tsx';
import { Picture } from '#client/ui/Picture.tsx';
import { breakpointsPx, mobileBreakpointPx } from '#shared/limits.ts';
import css from './BlogList.module.css';
import type { BlogTeaser } from './blog-teaser.ts';

interface BlogListItemProps {
  post: BlogTeaser;
  /** Loads the picture with priority, because it is visible without scrolling. */
  isFirst: boolean;
  /** True for the large layout of the newest post at the top of the list. */
  isLarge: boolean;
}

const sizes = {
  large: `(min-width: ${mobileBreakpointPx}px) 60vw, 100vw`,
  small: `(min-width: ${mobileBreakpointPx}px) 30vw, (min-width: ${breakpointsPx.xs}px) 50vw, 100vw`,
};

export function BlogPostListItem({ post, isFirst, isLarge }: BlogListItemProps) {
  const { date } = useTexts();
  const { href, title, summary, publishedAt, picture, folder } = post;
  return (
    <article className={css.item} data-large={isLarge || undefined}>
      {picture && (
        <Picture
          className={css.picture}
          image={picture}
          alt=""
          hasPriority={isFirst}
          sizes={isLarge ? sizes.large : sizes.small}
          maxWidth={isLarge ? 1440 : 960}
        />
      )}
      <div className={css.words}>
        <p className={css.facts}>
          {folder && <a href={folder.href}>{folder.name}</a>}
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
