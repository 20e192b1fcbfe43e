import css from './RulesSection.module.css';
import { SectionFrame } from './SectionFrame.tsx';
import type { SectionProps } from './section-props.ts';

export const RulesSection = ({ title, note, items }: SectionProps<'rules'>) => (
  <SectionFrame title={title} note={note}>
    <ul className={css.rules}>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  </SectionFrame>
);
