import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import { ProductCards } from '#client/features/catalogue/ProductCards/ProductCards.tsx';
import { ProductListPagination } from '#client/features/catalogue/ProductListPagination.tsx';
import type { ProductCardView } from '#client/features/catalogue/product-card-view.ts';
import type { ProductListState } from '#client/features/catalogue/product-list-state.ts';
import { StatutoryNotices } from '#client/features/catalogue/StatutoryNotices/StatutoryNotices.tsx';
import css from './ProductSearch.module.css';

interface ProductSearchProps {
  path: string;
  state: ProductListState;
  total: number;
  cards: readonly ProductCardView[];
  hasAlcohol: boolean;
}

export function ProductSearch({ path, state, total, cards, hasAlcohol }: ProductSearchProps) {
  const { t } = useTexts();
  const { parameters } = useSiteShell();
  const { search } = state;
  return (
    <div className="page">
      <PageTitleHeader crumbs={[{ title: t('search.title') }]} title={t('search.title')} />
      <search>
        <form className={css.form} method="get" action={path}>
          <label htmlFor="product-search">{t('search.label')}</label>
          <div className={css.row}>
            <input
              // biome-ignore lint/a11y/noAutofocus: the page without a term is opened in order to type one
              autoFocus={search === ''}
              key={search}
              id="product-search"
              name="search"
              type="search"
              maxLength={80}
              autoComplete="off"
              defaultValue={search}
            />
            <button type="submit">{t('search.go')}</button>
          </div>
        </form>
      </search>
      <p className={css.found} role="status">
        {resultText(search, total, t)}
      </p>
      {cards.length > 0 && <ProductCards cards={cards} priorityCount={4} display={parameters.PRODUCT_DISPLAY} />}
      <ProductListPagination path={path} state={state} total={total} />
      {cards.length > 0 && <StatutoryNotices hasAlcohol={hasAlcohol} />}
    </div>
  );
}

function resultText(search: string, total: number, t: ReturnType<typeof useTexts>['t']): string {
  if (search === '') return t('search.hint');
  return total === 0 ? t('search.none', { search }) : t('search.found', { count: total, search });
}
