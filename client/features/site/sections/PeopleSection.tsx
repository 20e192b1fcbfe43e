import css from './PeopleSection.module.css';
import { SectionFrame } from './SectionFrame.tsx';
import type { SectionProps } from './section-props.ts';

export const PeopleSection = ({ title, note, people }: SectionProps<'people'>) => (
  <SectionFrame title={title} note={note}>
    <ul className={css.people}>
      {people.map(({ name, role, text }) => (
        <li key={`${name} ${role}`}>
          <h3>{name}</h3>
          <p className={css.role}>{role}</p>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  </SectionFrame>
);
