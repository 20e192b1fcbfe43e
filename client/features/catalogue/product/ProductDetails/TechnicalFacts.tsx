import { useTexts } from '#client/core/app-context.tsx';
import type { ProductView } from '../product-view.ts';
import css from './ProductDetails.module.css';

interface TechnicalFactsProps {
  product: ProductView;
  /** URL path of the technical sheet as a PDF; null if there is none. */
  sheet: string | null;
}

export function TechnicalFacts({ product: { facts, alcohol, chosen }, sheet }: TechnicalFactsProps) {
  const { t, number } = useTexts();
  const rows = [...facts];
  if (alcohol !== null) {
    rows.push({
      label: t('product.alcohol'),
      text: t('product.alcohol-value', { alcohol: number(alcohol) }),
    });
  }
  if (chosen.reference) rows.push({ label: t('product.reference'), text: chosen.reference });
  if (rows.length === 0 && sheet === null) return null;
  return (
    <section>
      <h2>{t('product.facts')}</h2>
      <dl className={css.facts}>
        {rows.map(({ label, text }) => (
          <div key={`${label}: ${text}`}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {sheet !== null && (
        <p className={css.sheet}>
          <a href={sheet} type="application/pdf">
            {t('product.sheet')}
          </a>
        </p>
      )}
    </section>
  );
}
