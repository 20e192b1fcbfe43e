import type { ReactNode } from 'react';
import css from './SectionFrame.module.css';

interface SectionFrameProps {
  title: string | undefined;
  note: string | undefined;
  /** True if the section has the raised background colour of the theme. */
  raised?: boolean;
  children: ReactNode;
}

/** Wraps the content of a section with its title, note and spacing. */
export const SectionFrame = ({ title, note, raised, children }: SectionFrameProps) => (
  <section className={css.section} data-raised={raised}>
    <div className="page">
      {title && <h2 className={css.title}>{title}</h2>}
      {children}
      {note && <p className={css.note}>{note}</p>}
    </div>
  </section>
);
