import { useSiteShell, useTexts } from '#client/core/app-context.tsx';
import { ContactLinks } from '#client/core/ContactLinks.tsx';
import { PageTitleHeader } from '#client/core/page/PageTitleHeader.tsx';
import type { PageLoader, PageMetadata } from '#client/core/page-module.ts';
import { ProductCards } from '#client/features/catalogue/ProductCards/ProductCards.tsx';
import { ProductListPagination } from '#client/features/catalogue/ProductListPagination.tsx';
import { StatutoryNotices } from '#client/features/catalogue/StatutoryNotices/StatutoryNotices.tsx';
import { noAllowedFilterValues, parseProductListState } from '../parse-product-list-state.ts';
import type { ProductCardView } from '../product-card-view.ts';
import {
  formatProductListQuery,
  initialProductListState,
  type ProductListState,
  productSearchQueryParameters,
} from '../product-list-state.ts';
import css from './ProductSearch.module.css';

interface ProductSearchData {
  path: string;
  state: ProductListState;
  total: number;
  /** The products that were found; if there are none, others of the estate. */
  cards: readonly ProductCardView[];
  hasAlcohol: boolean;
}

export const declaredQueryParameters = productSearchQueryParameters;

/** Loads the results of a search in the entire catalogue. Without a search text there are none. */
export const loader: PageLoader<ProductSearchData> = async ({ read, url, site, texts }) => {
  const state = parseProductListState(url.searchParams, noAllowedFilterValues, 'relevance');
  const path = url.pathname;
  const { t } = texts;
  if (state.search === '') {
    const head: PageMetadata = {
      title: t('search.title'),
      description: t('search.description', { estate: site.name }),
    };
    return { status: 200, data: { path, state, total: 0, cards: [], hasAlcohol: false }, head };
  }
  const [{ awards }, { entireCatalogueScope, loadProductCards }] = await Promise.all([
    read('GET /award'),
    import('../product-list.ts'),
  ]);
  const found = await loadProductCards({ read }, entireCatalogueScope, state, awards);
  const others = found.total === 0 ? await loadProductCards({ read }, entireCatalogueScope, otherWines, awards) : found;
  const head: PageMetadata = {
    title: t('search.title-for', { search: state.search }),
    canonical: path + formatProductListQuery(state),
    hasNoIndex: true,
  };
  return { status: 200, data: { path, state, ...others, total: found.total }, head };
};

/** The bottles that are shown if nothing was found. */
const otherWines: ProductListState = { ...initialProductListState, orderBy: 'order', nbItem: 3 };

export function Page({ data: { path, state, total, cards, hasAlcohol } }: { data: ProductSearchData }) {
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
      {search !== '' && total === 0 && <NothingFound />}
      {cards.length > 0 && <ProductCards cards={cards} priorityCount={4} display={parameters.PRODUCT_DISPLAY} />}
      <ProductListPagination path={path} state={state} total={total} />
      {cards.length > 0 && <StatutoryNotices hasAlcohol={hasAlcohol} />}
    </div>
  );
}

function NothingFound() {
  const { t } = useTexts();
  const { COMPANY_PHONE: phone, COMPANY_EMAIL: email } = useSiteShell().parameters;
  return (
    <div className={css.nothing}>
      <p>{t('search.ask')}</p>
      <ContactLinks phone={phone} email={email} />
      <h2>{t('search.others')}</h2>
    </div>
  );
}

function resultText(search: string, total: number, t: ReturnType<typeof useTexts>['t']): string {
  if (search === '') return t('search.hint');
  return total === 0 ? t('search.none', { search }) : t('search.found', { count: total, search });
}
