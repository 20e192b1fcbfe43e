import type { PictureData } from '#client/core/config-fields.ts';
import { Picture } from '#client/ui/Picture.tsx';
import css from './home.module.css';

/** A view over the whole width, to breathe. */
export const Landscape = ({ picture, caption }: { picture: PictureData; caption: string }) => (
  <figure className={css.landscape}>
    <Picture image={picture} sizes="100vw" />
    {caption && <figcaption className="page">{caption}</figcaption>}
  </figure>
);
