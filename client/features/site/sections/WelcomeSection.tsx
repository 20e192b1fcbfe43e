import { Picture } from '#client/ui/Picture.tsx';
import type { SectionProps } from './section-props.ts';
import columns from './TextColumn.module.css';
import css from './WelcomeSection.module.css';

export const WelcomeSection = ({ title, paragraphs, signature, image }: SectionProps<'welcome'>) => (
  <section className={`page ${css.welcome}`} data-alone={!image || undefined}>
    <div className={columns.text}>
      {title && <h2>{title}</h2>}
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {signature && <p className={css.signature}>{signature}</p>}
    </div>
    {image && (
      <Picture className={columns.portrait} image={image} sizes="(min-width: 960px) 38vw, 100vw" maxWidth={1440} />
    )}
  </section>
);
