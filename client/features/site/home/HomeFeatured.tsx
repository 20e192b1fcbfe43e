import { useShell, useTexts } from '#client/core/app-context.tsx';
import { pathOfKind } from '#client/core/shell.ts';
import type { ProductCardView } from '#client/features/catalogue/card-view.ts';
import { ProductShelf } from '#client/features/catalogue/ProductShelf/ProductShelf.tsx';
import css from './home.module.css';

/** The wines of the moment, on the shelf. */
export function HomeFeatured({ title, cards }: { title: string; cards: readonly ProductCardView[] }) {
  const shell = useShell();
  const { t } = useTexts();
  const wines = pathOfKind(shell, 'WINE');
  if (cards.length === 0) return null;
  return (
    <section className={css.featured}>
      <div className="page">
        <div className={css.heading}>
          <h2>{title || t('site.wines')}</h2>
          {wines && (
            <a className={css.onward} href={wines}>
              {t('site.home.all-wines')}
            </a>
          )}
        </div>
        <ProductShelf cards={cards} heading="h3" />
      </div>
    </section>
  );
}
