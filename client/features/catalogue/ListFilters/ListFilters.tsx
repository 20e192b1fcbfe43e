import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '#client/core/app-context.tsx';
import { ErrorBoundary } from '#client/core/ErrorBoundary.tsx';
import { useNavigate } from '#client/core/navigation.ts';
import { useHydrated } from '#client/core/use-hydrated.ts';
import type { ProductFacets } from '#shared/catalogue/catalogue-contract.ts';
import { mobileBreakpointPx } from '#shared/limits.ts';
import {
  formatProductListQuery,
  listActiveFilters,
  type ProductListState,
  type ProductSortOrder,
  productSortOrders,
} from '../product-list-state.ts';
import { FilterFields } from './FilterFields.tsx';
import css from './ListFilters.module.css';

interface ListFiltersProps {
  path: string;
  state: ProductListState;
  facets: ProductFacets;
  total: number;
  /** Text that states the number of products in the list. */
  children: ReactNode;
}

const formId = 'list-filters';

const typingDebounceMs = 350;

/**
 * Manages the state of the filter form. A choice changes the URL at once, and typed text changes the URL after a pause.
 * When the URL changes for another reason (a link, the back button), the form is reset to the URL.
 */
function useFilterForm(path: string, state: ProductListState) {
  const navigate = useNavigate();
  const address = formatProductListQuery(state);
  const [draft, setDraft] = useState(state);
  const [currentAddress, setCurrentAddress] = useState(address);
  const [requestedAddress, setRequestedAddress] = useState(address);
  const debounceTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(debounceTimer.current), []);

  if (address !== currentAddress) {
    setCurrentAddress(address);
    if (address !== requestedAddress) {
      setRequestedAddress(address);
      setDraft(state);
    }
  }

  const show = (next: ProductListState) => {
    clearTimeout(debounceTimer.current);
    const search = formatProductListQuery(next);
    setRequestedAddress(search);
    navigate(path + search, { replace: true, preventScrollReset: true });
  };

  return {
    draft,
    choose(chosen: Partial<ProductListState>) {
      const next = { ...draft, ...chosen, page: 1 };
      setDraft(next);
      show(next);
    },
    type(name: string) {
      const next = { ...draft, name, page: 1 };
      setDraft(next);
      clearTimeout(debounceTimer.current);
      debounceTimer.current = setTimeout(() => show({ ...next, name: name.trim() }), typingDebounceMs);
    },
    /** Applies typed text at once, without waiting for a pause. */
    submit: () => show({ ...draft, name: draft.name.trim() }),
  };
}

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

/**
 * Contains the filters of a product list: in a disclosure on wide screens and without scripts, in a modal sheet on
 * narrow screens. One dialog element serves both; it is open inside the disclosure, or shown as a modal dialog.
 */
function FilterSheet({ label, children }: { label: ReactNode; children: ReactNode }) {
  const { t } = useTexts();
  const details = useRef<HTMLDetailsElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);

  const openSheet = (event: MouseEvent) => {
    if (!window.matchMedia(`(width < ${mobileBreakpointPx}px)`).matches || !details.current) return;
    event.preventDefault();
    details.current.open = true;
    dialog.current?.removeAttribute('open');
    dialog.current?.showModal();
  };
  const collapse = () => {
    dialog.current?.setAttribute('open', '');
    if (details.current) details.current.open = false;
  };
  const closeOutside = (event: MouseEvent) => {
    if (event.target === dialog.current && dialog.current?.matches(':modal')) dialog.current.close();
  };

  return (
    <details ref={details} className={css.details}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button, so Enter and Space are clicks */}
      <summary className={css.summary} onClick={openSheet}>
        {label}
      </summary>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the platform closes a dialog with Escape */}
      <dialog
        ref={dialog}
        open
        className={css.sheet}
        aria-label={t('catalogue.list.narrow')}
        onClose={collapse}
        onClick={closeOutside}
      >
        <div className={css.sheetBody}>
          <div className={css.sheetHead}>
            <span>{t('catalogue.list.narrow')}</span>
            <button type="button" className={css.close} onClick={() => dialog.current?.close()}>
              {t('site.close')}
            </button>
          </div>
          <ErrorBoundary>{children}</ErrorBoundary>
        </div>
      </dialog>
    </details>
  );
}
