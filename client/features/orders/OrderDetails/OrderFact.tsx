import type { ReactNode } from 'react';
import css from './OrderDetails.module.css';

/** Part of the order details with a heading. */
export const OrderFact = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className={css.title}>{title}</h2>
    {children}
  </section>
);
