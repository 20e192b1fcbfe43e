import { SectionFrame } from './SectionFrame.tsx';
import type { SectionProps } from './section-props.ts';
import css from './TimelineSection.module.css';

export const TimelineSection = ({ title, note, steps }: SectionProps<'timeline'>) => (
  <SectionFrame title={title} note={note}>
    <ol className={css.timeline}>
      {steps.map((step) => (
        <li key={step.year + step.title}>
          <p className={css.year}>{step.year}</p>
          <div>
            <h3>{step.title}</h3>
            <p>{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  </SectionFrame>
);
