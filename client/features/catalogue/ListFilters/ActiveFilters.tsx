import { useTexts } from '#client/core/app-context.tsx';
import type { ProductFacets } from '#shared/catalogue/catalogue-contract.ts';
import { isChoiceFilter } from '#shared/catalogue/product-filter-values-by-field.ts';
import type { Texts } from '#shared/texts.ts';
import { formatFilterValueLabel, formatPriceRangeLabel, formatVolume } from '../format-label.ts';
import {
  type ActiveFilter,
  formatProductListQuery,
  listActiveFilters,
  type ProductListState,
} from '../product-list-state.ts';
import css from './ListFilters.module.css';

interface ActiveFiltersProps {
  path: string;
  state: ProductListState;
  facets: ProductFacets;
}

/** Shows the active filters of a product list. Each is a link to the list without that filter. */
export function ActiveFilters({ path, state, facets }: ActiveFiltersProps) {
  const texts = useTexts();
  const { t } = texts;
  const filters = listActiveFilters(state);
  if (filters.length === 0) return null;
  return (
    <nav className={css.active} aria-label={t('catalogue.list.active')}>
      <ul>
        {filters.map((filter) => {
          const label = filterLabel(filter, state, facets, texts);
          return (
            <li key={`${filter.field}-${filter.value}`}>
              <a
                className={css.remove}
                href={path + formatProductListQuery(filter.stateWithout)}
                aria-label={t('catalogue.list.remove', { filter: label })}
              >
                {label}
              </a>
            </li>
          );
        })}
        {filters.length > 1 && (
          <li>
            <a className={css.clear} href={path}>
              {t('catalogue.list.clear')}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}

function filterLabel(
  { field, value }: ActiveFilter,
  state: ProductListState,
  facets: ProductFacets,
  texts: Texts,
): string {
  if (field === 'price') return state.price ? formatPriceRangeLabel(state.price, texts) : value;
  if (field === 'capacity') return formatVolume(Number(value), texts);
  if (field === 'tag') return facets.tags.find(({ slug }) => slug === value)?.label ?? value;
  return isChoiceFilter(field) ? formatFilterValueLabel(field, value, texts) : value;
}
