import { Picture } from '#client/ui/Picture.tsx';
import css from './PictureSection.module.css';
import type { SectionProps } from './section-props.ts';

export const PictureSection = ({ image }: SectionProps<'picture'>) =>
  image && (
    <div className="page">
      <Picture className={css.picture} image={image} sizes="(min-width: 75rem) 75rem, 100vw" hasPriority />
    </div>
  );
