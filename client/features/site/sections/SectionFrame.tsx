import type { ReactNode } from 'react';
import css from './SectionFrame.module.css';

interface SectionFrameProps {
  title: string | undefined;
  note: string | undefined;
  /** On raised paper, to stand out from its neighbours. */
  raised?: boolean;
  children: ReactNode;
}

/** What most sections have around their own content: title, note and the distance from each other. */
export const SectionFrame = ({ title, note, raised, children }: SectionFrameProps) => (
  <section className={css.section} data-raised={raised}>
    <div className="page">
      {title && <h2 className={css.title}>{title}</h2>}
      {children}
      {note && <p className={css.note}>{note}</p>}
    </div>
  </section>
);
