import { Picture } from '#client/ui/Picture.tsx';
import type { HomeWords } from '../home-view.ts';
import css from './home.module.css';

/** The estate's own words, signed. */
export function HomeWordsSection({ title, paragraphs, signature, picture }: HomeWords['words']) {
  if (paragraphs.length === 0) return null;
  return (
    <section className={`page ${css.words}`} data-alone={picture === null || undefined}>
      <div className={css.text}>
        {title && <h2>{title}</h2>}
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {signature && <p className={css.signature}>{signature}</p>}
      </div>
      {picture && (
        <Picture className={css.portrait} image={picture} sizes="(min-width: 960px) 38vw, 100vw" widest={1440} />
      )}
    </section>
  );
}
