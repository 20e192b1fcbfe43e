import type { PictureData } from '#client/core/config-fields.ts';
import { Picture } from '#client/ui/Picture.tsx';
import css from './Hero.module.css';

interface HeroProps {
  picture: PictureData | null;
  title: string;
  sentence?: string;
  /** The home page's picture is taller than that of other pages. */
  tall?: boolean;
}

/** One picture over the whole width; the words stand on paper that comes up into it, so that they can always be read. */
export function Hero({ picture, title, sentence, tall = false }: HeroProps) {
  return (
    <header className={css.hero} data-tall={tall || undefined} data-bare={picture === null || undefined}>
      {picture && <Picture className={css.picture} image={picture} sizes="100vw" first />}
      <div className={`page ${css.row}`}>
        <div className={css.words}>
          <h1 className={css.title}>{title}</h1>
          {sentence && <p className={css.sentence}>{sentence}</p>}
        </div>
      </div>
    </header>
  );
}
