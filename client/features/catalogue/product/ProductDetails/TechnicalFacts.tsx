import { useTexts } from '#client/core/app-context.tsx';
import type { ProductView } from '../product-view.ts';
import css from './ProductDetails.module.css';

/** Grapes, soil, ageing and whatever else the estate wants to tell, with the alcohol and the reference. */
export function TechnicalFacts({ product: { facts, alcohol, chosen } }: { product: ProductView }) {
  const { t, number } = useTexts();
  const rows = [...facts];
  if (alcohol !== null) {
    rows.push({
      label: t('catalogue.product.alcohol'),
      text: t('catalogue.product.alcohol-value', { alcohol: number(alcohol) }),
    });
  }
  if (chosen.reference) rows.push({ label: t('catalogue.product.reference'), text: chosen.reference });
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{t('catalogue.product.facts')}</h2>
      <dl className={css.facts}>
        {rows.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
