import type { ReactNode } from 'react';
import css from './SectionFrame.module.css';

interface SectionFrameProps {
  title: string | undefined;
  note: string | undefined;
  /** True if the section has the raised background colour of the theme. */
  isRaised?: boolean;
  children: ReactNode;
}

export const SectionFrame = ({ title, note, isRaised, children }: SectionFrameProps) => (
  <section className={css.section} data-raised={isRaised}>
    <div className="page">
      {title && <h2 className={css.title}>{title}</h2>}
      {children}
      {note && <p className={css.note}>{note}</p>}
    </div>
  </section>
);
