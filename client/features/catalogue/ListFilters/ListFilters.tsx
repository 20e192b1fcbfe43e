import type { FormEvent, ReactNode } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { useHydrated } from '#client/core/use-hydrated.ts';
import type { ProductFacets } from '#shared/catalogue/catalogue-contract.ts';
import {
  listActiveFilters,
  type ProductListState,
  type ProductSortOrder,
  productSortOrders,
} from '../product-list-state.ts';
import { FilterFields } from './FilterFields.tsx';
import { FilterSheet } from './FilterSheet.tsx';
import css from './ListFilters.module.css';
import { useFilterForm } from './use-filter-form.ts';

interface ListFiltersProps {
  path: string;
  state: ProductListState;
  facets: ProductFacets;
  total: number;
  /** Text that states the number of products in the list. */
  children: ReactNode;
}

const formId = 'list-filters';

/**
 * Form with filters and sort order above a product list. It is a plain GET form; with scripts, each change is applied
 * without submitting it.
 */
export function ListFilters({ path, state, facets, total, children }: ListFiltersProps) {
  const { t } = useTexts();
  const { draft, choose, type, submit } = useFilterForm(path, state);
  const active = listActiveFilters(state).length;
  const isHydrated = useHydrated();

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit();
    const sheet = event.currentTarget.closest('dialog');
    if (sheet?.matches(':modal')) sheet.close();
  };

  return (
    <div className={css.line}>
      <FilterSheet
        label={
          <>
            <span>{t('catalogue.list.narrow')}</span>
            {active > 0 && <span className={css.count}>{` (${active})`}</span>}
          </>
        }
      >
        <form
          id={formId}
          className={css.form}
          data-live={isHydrated || undefined}
          method="get"
          action={path}
          onSubmit={onSubmit}
        >
          <FilterFields draft={draft} facets={facets} choose={choose} type={type} />
          <p className={css.actions}>
            <button type="submit" className={css.show}>
              {isHydrated ? t('catalogue.list.show-found', { count: total }) : t('catalogue.list.show')}
            </button>
          </p>
        </form>
      </FilterSheet>
      <div className={css.side}>
        {children}
        <OrderSelect order={draft.orderBy} onChoose={(orderBy) => choose({ orderBy })} />
      </div>
    </div>
  );
}

interface OrderSelectProps {
  order: ProductSortOrder;
  onChoose: (order: ProductSortOrder | undefined) => void;
}

function OrderSelect({ order, onChoose }: OrderSelectProps) {
  const { t } = useTexts();
  return (
    <p className={css.order}>
      <label htmlFor="list-order">{t('catalogue.list.order')}</label>
      <select
        id="list-order"
        name="order"
        form={formId}
        value={order}
        onChange={({ target }) => onChoose(productSortOrders.find((option) => option === target.value))}
      >
        {productSortOrders.map((option) => (
          <option key={option} value={option}>
            {t(`catalogue.list.order.${option}`)}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit" form={formId} className={css.go}>
          {t('catalogue.list.show')}
        </button>
      </noscript>
    </p>
  );
}
