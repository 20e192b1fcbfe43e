import { SectionFrame } from './SectionFrame.tsx';
import css from './ServicesSection.module.css';
import type { SectionProps } from './section-props.ts';

/** Lists the labels and texts of the section itself, not the items of the content type `services`. */
export const ServicesSection = ({ title, note, items }: SectionProps<'services'>) => (
  <SectionFrame title={title} note={note} isRaised>
    <dl className={css.services}>
      {items.map(({ label, text }) => (
        <div key={`${label} ${text}`}>
          <dt>{label}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  </SectionFrame>
);
