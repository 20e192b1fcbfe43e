import type { ReactNode } from 'react';
import { Picture } from '../Picture.tsx';
import type { PictureData } from '../picture-data.ts';
import css from './Teaser.module.css';

interface TeaserProps {
  href: string;
  title: string;
  picture: PictureData | null;
  /** The HTML attribute `sizes` of the picture. */
  sizes: string;
  /** The largest width in pixels at which the picture is ever shown. */
  maxWidth?: number;
  /** True if the picture is visible without scrolling. */
  hasPriority?: boolean | undefined;
  /** `row` has the picture beside the texts on wide screens, `card` above them. */
  layout: 'row' | 'card';
  className?: string | undefined;
  /** Content before the picture, such as a date in large figures. */
  lead?: ReactNode;
  /** Facts above the title. */
  facts?: ReactNode;
  /** Texts below the title. */
  children?: ReactNode;
}

/** An item of a list with picture, title and texts. The link of the title covers the whole item. */
export function Teaser({
  href,
  title,
  picture,
  sizes,
  maxWidth = 960,
  hasPriority,
  layout,
  className = '',
  lead,
  facts,
  children,
}: TeaserProps) {
  return (
    <article className={`${css.teaser} ${className}`} data-layout={layout}>
      {lead}
      {picture && (
        <Picture
          className={css.picture}
          image={picture}
          alt=""
          hasPriority={hasPriority ?? false}
          sizes={sizes}
          maxWidth={maxWidth}
        />
      )}
      <div className={css.words}>
        {facts}
        <h2 className={css.title}>
          <a href={href}>{title}</a>
        </h2>
        {children}
      </div>
    </article>
  );
}
