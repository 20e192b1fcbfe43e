import type { ReactNode } from 'react';
import { coverSizes } from '#client/ui/cover-sizes.ts';
import { Picture } from '#client/ui/Picture.tsx';
import type { PictureData } from '#client/ui/picture-data.ts';
import css from './ParagraphsWithPicture.module.css';

interface ParagraphsProps {
  paragraphs: readonly string[];
  image: PictureData | null | undefined;
  children?: ReactNode;
}

export const ParagraphsWithPicture = ({ paragraphs, image, children }: ParagraphsProps) => (
  <div className={css.paragraphs} data-alone={!image || undefined}>
    <div>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {children}
    </div>
    {image && (
      <Picture
        className={css.picture}
        image={image}
        sizes={coverSizes(image, '(min-width: 960px) 40vw, 94vw', 4 / 3)}
        maxWidth={1440}
      />
    )}
  </div>
);
