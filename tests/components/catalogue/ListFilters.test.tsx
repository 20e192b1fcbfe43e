import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AppContextValue, AppProvider } from '#client/core/app-context.tsx';
import { NavigationContext } from '#client/core/navigation.ts';
import { ListFilters } from '#client/features/catalogue/ListFilters/ListFilters.tsx';
import { initialProductListState, type ProductListState } from '#client/features/catalogue/product-list-state.ts';
import type { ProductFacets } from '#shared/catalogue/catalogue-contract.ts';
import { englishTexts, t } from '#tests/components/render-in-app.tsx';
import { stubDialogs } from '#tests/components/stub-dialogs.ts';

const facets: ProductFacets = {
  choices: {
    kind: [
      { value: 'white', count: 4 },
      { value: 'red', count: 5 },
    ],
  },
  years: [
    { year: 2022, count: 6 },
    { year: 2021, count: 3 },
  ],
  capacities: [{ capacity: 75, count: 9 }],
  tags: [
    { slug: 'gift', label: 'Gift', count: 2 },
    { slug: 'award', label: 'Award', count: 1 },
  ],
  price: { min: 8, max: 24 },
};
const app = { texts: englishTexts } as unknown as AppContextValue;
const options = { replace: true, preventScrollReset: true };

/** Renders the filters of `/wines`. `show` renders them again in another state. */
function renderFilters(changes: Partial<ProductListState> = {}, offered = facets) {
  const navigate = vi.fn();
  const filtersOf = (state: Partial<ProductListState>) => (
    <AppProvider value={app}>
      <NavigationContext value={{ state: 'idle', navigate }}>
        <ListFilters path="/wines" state={{ ...initialProductListState, ...state }} facets={offered} total={9}>
          <p>9 products</p>
        </ListFilters>
      </NavigationContext>
    </AppProvider>
  );
  const { rerender } = render(filtersOf(changes));
  return { navigate, show: (state: Partial<ProductListState>) => rerender(filtersOf(state)) };
}
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(`^${name}`) });
const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });
const nameField = () => screen.getByRole<HTMLInputElement>('searchbox', { name: t('catalogue.list.name') });
const showButton = () => screen.getByRole('button', { name: t('catalogue.list.show-found', { count: 9 }) });
function summary(): HTMLElement {
  const found = screen.getByText(t('catalogue.list.narrow'), { selector: 'summary span' }).closest('summary');
  if (!found) throw new Error('the filters have no summary');
  return found;
}

beforeEach(stubDialogs);
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('ListFilters', () => {
  test('shows the filters in which the products differ, with the number of products of each', () => {
    const { navigate } = renderFilters();
    expect(box(t('catalogue.list.kind.red')).closest('label')?.textContent).toContain('5');
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual(
      Array(4).fill(false),
    );
    expect(select(t('catalogue.list.year')).value).toBe('');
    expect(select(t('catalogue.list.order')).value).toBe('price');
    expect(screen.queryByRole('combobox', { name: t('catalogue.list.capacity') })).toBeNull();
    expect(screen.getByText('9 products')).toBeTruthy();
    expect(navigate).not.toHaveBeenCalled();
  });

  test('shows the filters of the URL and their number', () => {
    renderFilters({ choices: { kind: ['red'] }, year: 2022, tags: ['gift'], orderBy: 'name' });
    expect(box(t('catalogue.list.kind.red')).checked).toBe(true);
    expect(box(t('catalogue.list.kind.white')).checked).toBe(false);
    expect(box('Gift').checked).toBe(true);
    expect(select(t('catalogue.list.year')).value).toBe('2022');
    expect(select(t('catalogue.list.order')).value).toBe('name');
    expect(summary().textContent).toBe(`${t('catalogue.list.narrow')} (3)`);
  });

  test('offers a value of the URL that no product has any more, so that it can be removed', async () => {
    const { navigate } = renderFilters({ year: 1998 }, { ...facets, years: [] });
    expect(select(t('catalogue.list.year')).value).toBe('1998');
    await userEvent.selectOptions(select(t('catalogue.list.year')), t('catalogue.list.any-year'));
    expect(navigate).toHaveBeenLastCalledWith('/wines', options);
  });

  test('changes the URL with each choice and begins with the first page', async () => {
    const { navigate } = renderFilters({ page: 3 });
    const expectUrl = (url: string) => expect(navigate).toHaveBeenLastCalledWith(url, options);
    await userEvent.click(box(t('catalogue.list.kind.red')));
    expectUrl('/wines?kind=red');
    expect(box(t('catalogue.list.kind.red')).checked).toBe(true);
    await userEvent.selectOptions(select(t('catalogue.list.year')), '2022');
    expectUrl('/wines?kind=red&year=2022');
    await userEvent.click(box('Gift'));
    await userEvent.click(box('Award'));
    expectUrl('/wines?kind=red&year=2022&tags=award,gift');
    await userEvent.selectOptions(select(t('catalogue.list.order')), t('catalogue.list.order.name'));
    expectUrl('/wines?kind=red&year=2022&tags=award,gift&order=name');
    await userEvent.click(box(t('catalogue.list.kind.red')));
    expectUrl('/wines?year=2022&tags=award,gift&order=name');
    expect(navigate).toHaveBeenCalledTimes(6);
  });

  test('applies a typed name after a pause, once', () => {
    vi.useFakeTimers();
    const { navigate } = renderFilters();
    for (const value of ['c', 'co', 'cognac ']) {
      fireEvent.change(nameField(), { target: { value } });
      act(() => vi.advanceTimersByTime(300));
    }
    expect(navigate).not.toHaveBeenCalled();
    act(() => vi.advanceTimersByTime(100));
    expect(navigate.mock.calls).toEqual([['/wines?name=cognac', options]]);
    expect(nameField().value).toBe('cognac ');
  });

  test('applies a typed name at once when the form is submitted, and once', () => {
    vi.useFakeTimers();
    const { navigate } = renderFilters();
    fireEvent.change(nameField(), { target: { value: 'cognac' } });
    fireEvent.click(showButton());
    act(() => vi.advanceTimersByTime(1_000));
    expect(navigate.mock.calls).toEqual([['/wines?name=cognac', options]]);
  });

  test('keeps what is typed when the list of an earlier choice arrives', async () => {
    const { navigate, show } = renderFilters();
    await userEvent.click(box(t('catalogue.list.kind.red')));
    fireEvent.change(nameField(), { target: { value: 'mer' } });
    show({ choices: { kind: ['red'] } });
    expect(nameField().value).toBe('mer');
    expect(navigate).toHaveBeenCalledTimes(1);
  });

  test('follows the URL when it changes for another reason, such as the back button', async () => {
    const { show } = renderFilters({ choices: { kind: ['red'] }, name: 'merlot' });
    show({});
    expect(box(t('catalogue.list.kind.red')).checked).toBe(false);
    expect(nameField().value).toBe('');
  });

  test('applies no typed name after the list has been left', () => {
    vi.useFakeTimers();
    const { navigate } = renderFilters();
    fireEvent.change(nameField(), { target: { value: 'cognac' } });
    cleanup();
    act(() => vi.advanceTimersByTime(1_000));
    expect(navigate).not.toHaveBeenCalled();
  });

  test.each([
    ['in a modal sheet on a narrow screen', true],
    ['below their button on a wide screen', false],
  ])('opens the filters %s', async (_, isNarrow) => {
    vi.stubGlobal('matchMedia', () => ({ matches: isNarrow }));
    const showModal = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
    renderFilters();
    await userEvent.click(summary());
    expect(showModal).toHaveBeenCalledTimes(isNarrow ? 1 : 0);
    expect(screen.getByRole('dialog', { name: t('catalogue.list.narrow') })).toBeTruthy();
  });
});
