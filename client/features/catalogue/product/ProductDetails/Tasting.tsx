import { useTexts } from '#client/core/app-context.tsx';
import type { ProductView } from '../product-view.ts';
import css from './ProductDetails.module.css';

const senses = ['eye', 'nose', 'mouth'] as const;

export function Tasting({ tasting }: Pick<ProductView, 'tasting'>) {
  const { t } = useTexts();
  const noted = senses.filter((sense) => tasting[sense] !== '');
  if (noted.length === 0) return null;
  return (
    <section>
      <h2>{t('product.tasting')}</h2>
      <dl className={css.tasting}>
        {noted.map((sense) => (
          <div key={sense}>
            <dt>{t(`product.tasting.${sense}`)}</dt>
            <dd>{tasting[sense]}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
