import type { ReactNode } from 'react';
import css from './OrderDetails.module.css';

export const OrderDetailsSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className={css.title}>{title}</h2>
    {children}
  </section>
);
