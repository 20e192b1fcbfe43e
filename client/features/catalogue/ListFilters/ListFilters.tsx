import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import type { ProductFacets } from '#shared/catalogue/catalogue-contract.ts';
import { activeFilters, type ListState, productOrders } from '../list-state.ts';
import { FilterFields } from './FilterFields.tsx';
import { FilterSheet } from './FilterSheet.tsx';
import css from './ListFilters.module.css';
import { useListDraft } from './use-list-draft.ts';

interface ListFiltersProps {
  path: string;
  state: ListState;
  facets: ProductFacets;
  total: number;
  /** How many were found, in words. */
  children: ReactNode;
}

const formId = 'list-filters';

/** The quiet line above a list: number found, filters that open, order. A plain GET form that scripts make immediate. */
export function ListFilters({ path, state, facets, total, children }: ListFiltersProps) {
  const { t } = useTexts();
  const { draft, choose, type, submit } = useListDraft(path, state);
  const active = activeFilters(state).length;
  // Without a script, a choice counts when the form is sent.
  const [live, setLive] = useState(false);
  useEffect(() => setLive(true), []);

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
            {t('catalogue.list.narrow')}
            {active > 0 && <span className={css.count}> ({active})</span>}
          </>
        }
      >
        <form
          id={formId}
          className={css.form}
          data-live={live || undefined}
          method="get"
          action={path}
          onSubmit={onSubmit}
        >
          <FilterFields draft={draft} facets={facets} choose={choose} type={type} />
          <p className={css.actions}>
            <button type="submit" className={css.show}>
              {live ? t('catalogue.list.show-found', { count: total }) : t('catalogue.list.show')}
            </button>
          </p>
        </form>
      </FilterSheet>
      <div className={css.side}>
        {children}
        <p className={css.order}>
          <label htmlFor="list-order">{t('catalogue.list.order')}</label>
          <select
            id="list-order"
            name="order"
            form={formId}
            value={draft.orderBy}
            onChange={({ target }) => choose({ orderBy: productOrders.find((order) => order === target.value) })}
          >
            {productOrders.map((order) => (
              <option key={order} value={order}>
                {t(`catalogue.list.order.${order}`)}
              </option>
            ))}
          </select>
          <noscript>
            <button type="submit" form={formId} className={css.go}>
              {t('catalogue.list.show')}
            </button>
          </noscript>
        </p>
      </div>
    </div>
  );
}
