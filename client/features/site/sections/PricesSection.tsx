import css from './PricesSection.module.css';
import { SectionFrame } from './SectionFrame.tsx';
import type { SectionProps } from './section-props.ts';

export const PricesSection = ({ title, note, items }: SectionProps<'prices'>) => (
  <SectionFrame title={title} note={note}>
    <dl className={css.prices}>
      {items.map(({ label, price }) => (
        <div key={`${label} ${price}`}>
          <dt>{label}</dt>
          <dd>{price}</dd>
        </div>
      ))}
    </dl>
  </SectionFrame>
);
