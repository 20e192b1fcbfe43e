import type { ReactNode } from 'react';
import css from './SectionFrame.module.css';

interface SectionFrameProps {
  title: string | undefined;
  note: string | undefined;
  /** Shown on the raised background colour. */
  raised?: boolean;
  children: ReactNode;
}

/** Title, note and spacing around the content of a section. */
export const SectionFrame = ({ title, note, raised, children }: SectionFrameProps) => (
  <section className={css.section} data-raised={raised}>
    <div className="page">
      {title && <h2 className={css.title}>{title}</h2>}
      {children}
      {note && <p className={css.note}>{note}</p>}
    </div>
  </section>
);
