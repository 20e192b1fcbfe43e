import { useTexts } from '#client/core/app-context.tsx';
import type { ProductView } from '../product-view.ts';
import css from './ProductDetails.module.css';

/** Shows technical facts of the product (grapes, soil, ageing, …), alcohol content and reference number. */
export function TechnicalFacts({ product: { facts, alcohol, chosen } }: { product: ProductView }) {
  const { t, number } = useTexts();
  const rows = [...facts];
  if (alcohol !== null) {
    rows.push({
      label: t('product.alcohol'),
      text: t('product.alcohol-value', { alcohol: number(alcohol) }),
    });
  }
  if (chosen.reference) rows.push({ label: t('product.reference'), text: chosen.reference });
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>{t('product.facts')}</h2>
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
