import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { useNavigationState } from '#client/core/navigation.ts';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import { ActiveFilters } from '../ListFilters/ActiveFilters.tsx';
import { ListFilters } from '../ListFilters/ListFilters.tsx';
import { ProductCards } from '../ProductCards/ProductCards.tsx';
import { ProductListPagination } from '../ProductListPagination.tsx';
import type { ProductListData } from '../product-list.ts';
import { isListNarrowed } from '../product-list-state.ts';
import { StatutoryNotices } from '../StatutoryNotices/StatutoryNotices.tsx';
import css from './ProductList.module.css';

export function ProductList({ list, isJuiceList = false }: { list: ProductListData; isJuiceList?: boolean }) {
  const { t } = useTexts();
  const { parameters } = useSiteShell();
  const { location } = useNavigationState();
  const { path, crumbs, heading, state, facets, total, cards, hasAlcohol } = list;
  const isUpdating = location?.pathname === path;
  return (
    <div className="page">
      <PageTitleHeader crumbs={crumbs} title={heading} />
      <ListFilters path={path} state={state} facets={facets} total={total}>
        <p className={css.found} role="status">
          {t(isJuiceList ? 'catalogue.list.found-juice' : 'catalogue.list.found', { count: total })}
        </p>
      </ListFilters>
      <ActiveFilters path={path} state={state} facets={facets} />
      <div className={css.results} aria-busy={isUpdating}>
        {cards.length > 0 ? (
          <ProductCards cards={cards} priorityCount={4} display={parameters.PRODUCT_DISPLAY} />
        ) : (
          <EmptyList path={path} isFiltered={isListNarrowed(state)} />
        )}
      </div>
      <ProductListPagination path={path} state={state} total={total} />
      <StatutoryNotices hasAlcohol={hasAlcohol || !isJuiceList} />
    </div>
  );
}

function EmptyList({ path, isFiltered }: { path: string; isFiltered: boolean }) {
  const { t } = useTexts();
  return (
    <div className={css.empty}>
      <p>{t(isFiltered ? 'catalogue.list.empty' : 'catalogue.list.no-products')}</p>
      <p>
        {isFiltered ? <a href={path}>{t('catalogue.list.all')}</a> : <a href="/contact">{t('catalogue.list.ask')}</a>}
      </p>
    </div>
  );
}
