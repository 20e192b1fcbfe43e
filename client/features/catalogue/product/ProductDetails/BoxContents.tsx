import { useTexts } from '#client/core/app-context.tsx';
import { formatVolume } from '#client/features/catalogue/format-label.ts';
import type { BoxContentView } from '../product-view.ts';
import css from './ProductDetails.module.css';

export function BoxContents({ contents }: { contents: readonly BoxContentView[] }) {
  const texts = useTexts();
  const { t, number } = texts;
  if (contents.length === 0) return null;
  return (
    <section className={css.part}>
      <h2 className={css.small}>{t('product.contents')}</h2>
      <ul className={css.contents}>
        {contents.map(({ id, href, name, quantity, year, centilitres }) => (
          <li key={id}>
            <span className={css.times}>{t('catalogue.product.quantity', { n: number(quantity) })}</span>
            <span>
              <a href={href}>{name}</a>
              <span className={css.soft}>
                {' '}
                {[year, formatVolume(centilitres, texts)].filter((part) => part !== null).join(' · ')}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
