import { Picture } from '#client/ui/Picture.tsx';
import css from './LandscapeSection.module.css';
import type { SectionProps } from './section-props.ts';

export const LandscapeSection = ({ image, caption }: SectionProps<'landscape'>) =>
  image && (
    <figure className={css.landscape}>
      <Picture image={image} sizes="100vw" />
      {caption && <figcaption className="page">{caption}</figcaption>}
    </figure>
  );
