import { coverSizes } from '#client/ui/cover-sizes.ts';
import { Picture } from '#client/ui/Picture.tsx';
import css from './FiguresSection.module.css';
import { SectionFrame } from './SectionFrame.tsx';
import type { SectionProps } from './section-props.ts';

export const FiguresSection = ({ title, note, figures, image }: SectionProps<'figures'>) => (
  <SectionFrame title={title} note={note} isRaised>
    <div className={css.figures} data-alone={!image || undefined}>
      <dl>
        {figures.map(({ value, label }) => (
          <div key={`${value} ${label}`}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {image && (
        <Picture
          className={css.picture}
          image={image}
          sizes={coverSizes(image, '(min-width: 960px) 40vw, 94vw', 4 / 3)}
          maxWidth={1440}
        />
      )}
    </div>
  </SectionFrame>
);
