import { type ReactNode, useId } from 'react';
import css from './Checkout.module.css';

export function CheckoutStep({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className={css.step} aria-labelledby={id}>
      <h2 id={id} className={css.stepTitle}>
        <span className={css.number}>{number}</span> {title}
      </h2>
      <div className={css.stepBody}>{children}</div>
    </section>
  );
}
