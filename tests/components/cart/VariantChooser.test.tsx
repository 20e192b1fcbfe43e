import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { clearToasts } from '#client/core/toast.ts';
import { VariantChooser } from '#client/features/cart/add-to-cart/add-from-card.tsx';
import type { Variant } from '#shared/catalogue/catalogue-contract.ts';
import { maxCartLines } from '#shared/limits.ts';
import { t } from '#tests/components/render-in-app.tsx';
import { renderWithToasts } from '#tests/components/render-with-toasts.tsx';
import { stubDialogs } from '#tests/components/stub-dialogs.ts';
import { createSampleVariant, createSampleWine } from '#tests/support/fixtures/sample-products.ts';

const bottle = { id: 11, year: 2022 };
const magnum = { id: 12, year: 2021, capacity: 150, price: 22 };

/** Renders the chooser of a wine in the open dialog that contains it. */
function render(...variants: Partial<Variant>[]) {
  const product = createSampleWine({ declination: variants.map(createSampleVariant) });
  const rendered = renderWithToasts(
    <dialog open aria-label="Choose">
      <VariantChooser product={product} />
    </dialog>,
  );
  return { ...rendered, product };
}
const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(name) });
const quantity = () =>
  screen.getByRole<HTMLInputElement>('textbox', { name: t('product.add.quantity', { name: 'Merlot' }) });
const addButton = () => screen.getByRole('button', { name: t('catalogue.add') });
const add = () => userEvent.click(addButton());
const enterQuantity = async (value: string) => {
  await userEvent.clear(quantity());
  await userEvent.type(quantity(), `${value}{Tab}`);
};

beforeEach(stubDialogs);
afterEach(() => act(clearToasts));

describe('VariantChooser', () => {
  test('begins with one bottle of the first variant that is in stock', () => {
    render({ ...bottle, quantity: 0 }, magnum);
    expect(radio('2022').checked).toBe(false);
    expect(radio('2021 · 1.5 l').checked).toBe(true);
    expect(quantity().value).toBe('1');
    expect(radio('2021').closest('label')?.textContent).toContain('€22.00');
  });

  test('states that a variant is out of stock and does not let it be chosen', async () => {
    render({ ...bottle, quantity: 0 }, magnum);
    expect(radio(`2022.*${t('product.add.out')}`).disabled).toBe(true);
    await userEvent.click(radio('2022'));
    expect(radio('2021').checked).toBe(true);
  });

  test('offers nothing to add if all variants are out of stock', () => {
    render({ ...bottle, quantity: 0 }, { ...magnum, quantity: 0 });
    expect(screen.getAllByRole<HTMLInputElement>('radio').map(({ checked, disabled }) => [checked, disabled])).toEqual([
      [false, true],
      [false, true],
    ]);
    expect(screen.queryByRole('button', { name: t('catalogue.add') })).toBeNull();
  });

  test('adds the chosen variant, announces it and closes the dialog', async () => {
    const { cart } = render(bottle, magnum);
    await userEvent.click(radio('2021'));
    await enterQuantity('3');
    await add();
    const message = t('product.add.done', { name: 'Merlot', count: 3 });
    await waitFor(() =>
      expect(
        screen
          .getAllByRole('status')
          .map((each) => each.textContent)
          .join(),
      ).toContain(message),
    );
    expect(cart.getState().products).toMatchObject([{ variantId: 12, quantity: 3 }]);
    expect(screen.getByRole('link', { name: t('product.add.see-cart') }).getAttribute('href')).toBe('/cart');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('adds a variant once if its button is clicked twice', async () => {
    const { cart } = render(bottle, magnum);
    await userEvent.dblClick(addButton());
    await waitFor(() => expect(cart.getState().products).toHaveLength(1));
    expect(cart.getState().products).toMatchObject([{ variantId: 11, quantity: 1 }]);
  });

  test('sells a variant in its quantity steps and states the price of a step', async () => {
    const { cart } = render({ ...bottle, sellByMultipleOf: 6 }, magnum);
    const price = t('catalogue.price.by-multiple-for', { step: '6', price: '€60.00' });
    expect(radio('2022').closest('label')?.textContent).toContain(price);
    expect(quantity().value).toBe('6');
    await userEvent.click(screen.getByRole('button', { name: t('product.add.more') }));
    await add();
    await waitFor(() => expect(cart.getState().products).toMatchObject([{ variantId: 11, quantity: 12 }]));
  });

  test('begins again with one step when another variant is chosen', async () => {
    render(bottle, { ...magnum, sellByMultipleOf: 6 });
    await enterQuantity('3');
    await userEvent.click(radio('2021'));
    expect(quantity().value).toBe('6');
  });

  test('explains beside the quantity that the stock is smaller, and adds at most the stock', async () => {
    const { cart } = render({ ...bottle, quantity: 4 }, magnum);
    await enterQuantity('9');
    const description = t('product.add.short', { count: 4 });
    expect(screen.getByRole('textbox', { description })).toBe(quantity());
    expect(screen.getAllByRole('status').map((each) => each.textContent)).toContain(description);
    expect(quantity().value).toBe('4');
    await add();
    await waitFor(() => expect(cart.getState().products).toMatchObject([{ variantId: 11, quantity: 4 }]));
  });

  test('counts what the cart already contains', () => {
    const { cart, product } = render(bottle, { ...magnum, quantity: 2 });
    act(() => cart.getState().add(product, 12, 2));
    expect(radio(`2021.*${t('product.add.all-in-cart')}`).disabled).toBe(true);
  });

  test('shows that the cart is full and keeps the dialog open', async () => {
    const { cart } = render(bottle, magnum);
    act(() => {
      for (let id = 101; id <= 100 + maxCartLines; id += 1)
        cart.getState().add(createSampleWine({ id, declination: [createSampleVariant({ id })] }), id, 1);
    });
    await add();
    expect(await screen.findByText(t('product.add.full'))).toBeTruthy();
    expect(screen.getByRole('dialog')).toBeTruthy();
    expect(cart.getState().products).toHaveLength(maxCartLines);
  });
});
