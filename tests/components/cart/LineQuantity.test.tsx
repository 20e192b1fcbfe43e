import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { useCart } from '#client/features/cart/cart-store.tsx';
import { LineQuantity } from '#client/features/cart/page/LineQuantity.tsx';
import type { Product, Variant } from '#shared/catalogue/catalogue-contract.ts';
import { t } from '#tests/components/render-in-app.tsx';
import { renderWithToasts } from '#tests/components/render-with-toasts.tsx';
import { createSampleVariant, createSampleWine } from '#tests/support/fixtures/sample-products.ts';

const names = ['Merlot', 'Colombard', 'Cabernet'] as const;

function Lines({ error }: { error: string | undefined }) {
  const lines = useCart((state) => state.products);
  return (
    <main id="content" tabIndex={-1}>
      <ul>
        {lines.map((line) => (
          <li key={line.id}>
            <LineQuantity line={line} error={error} />
          </li>
        ))}
      </ul>
      <button type="button">Order</button>
    </main>
  );
}

const createWine = (index: number, variant: Partial<Variant> = {}): Product =>
  createSampleWine({
    id: index + 1,
    name: names[index]!,
    declination: [createSampleVariant({ id: index + 1, ...variant })],
  });

/** Renders lines of two bottles each. */
function renderLines(products: Product[], { quantity = 2, error }: { quantity?: number; error?: string } = {}) {
  const { cart } = renderWithToasts(<Lines error={error} />);
  act(() => {
    for (const product of products) cart.getState().add(product, product.id, quantity);
  });
  return {
    cart,
    quantities: () => cart.getState().products.map(({ product, quantity }) => `${product.name} ${quantity}`),
  };
}
const renderLine = (variant: Partial<Variant>, options: { quantity?: number; error?: string } = {}) =>
  renderLines([createWine(0, variant)], options);
/** Lowers the stock of the first line, as a refresh of the cart does. */
const setStock = (cart: ReturnType<typeof renderLines>['cart'], quantity: number) =>
  act(() => cart.getState().refreshQuantities(new Map([[1, quantity]])));

const field = (name: string = names[0]) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: t('cart.quantity', { name }) });
const message = () => within(screen.getAllByRole('listitem')[0]!).getByRole('status').textContent;
const button = (name: string) => screen.getByRole('button', { name });
const removeButton = (name: string) => button(`${t('cart.remove')} – ${name}`);
const undoButton = () => screen.findByRole('button', { name: t('cart.undo') });
async function enter(quantity: string, name?: string) {
  await userEvent.clear(field(name));
  await userEvent.type(field(name), `${quantity}{Enter}`);
}

describe('LineQuantity', () => {
  test('changes the quantity by one step of the variant', async () => {
    const { quantities } = renderLine({ sellByMultipleOf: 6 }, { quantity: 6 });
    await userEvent.click(button(t('cart.more')));
    expect(quantities()).toEqual(['Merlot 12']);
    await userEvent.click(button(t('cart.less')));
    expect(quantities()).toEqual(['Merlot 6']);
    expect(message()).toBe('');
  });

  test('announces at the field how many are left when more are wanted, until the quantity changes', async () => {
    const { quantities } = renderLine({ quantity: 3 });
    await enter('5');
    expect(quantities()).toEqual(['Merlot 3']);
    expect(field().value).toBe('3');
    expect(message()).toBe(t('cart.left', { count: 3 }));
    expect(screen.getByRole('textbox', { description: t('cart.left', { count: 3 }) })).toBe(field());
    await userEvent.click(button(t('cart.less')));
    expect(message()).toBe('');
  });

  test('offers the quantity that is left, and moves the focus to the field when it is taken', async () => {
    const { cart, quantities } = renderLine({ quantity: 20 }, { quantity: 12 });
    setStock(cart, 5);
    expect(message()).toContain(t('cart.left', { count: 5 }));
    button(t('cart.take', { count: 5 })).focus();
    await userEvent.keyboard('{Enter}');
    expect(quantities()).toEqual(['Merlot 5']);
    expect(message()).toBe('');
    expect(document.activeElement).toBe(field());
    expect(field().value).toBe('5');
  });

  test('shows that a line is sold out, and offers no quantity', () => {
    const { cart } = renderLine({});
    setStock(cart, 0);
    expect(message()).toBe(t('cart.out'));
    expect(screen.queryByRole('button', { name: /^Take/ })).toBeNull();
    expect(removeButton('Merlot')).toBeTruthy();
  });

  test('shows at the field what the API refuses', () => {
    renderLine({}, { error: 'This wine is not shipped to your country.' });
    expect(screen.getByRole('textbox', { description: 'This wine is not shipped to your country.' })).toBe(field());
  });
});

describe('LineQuantity of a line that is removed', () => {
  test.each([
    ['next', 'Colombard', 'Cabernet'],
    ['previous', 'Cabernet', 'Colombard'],
  ])('moves the focus to the button of the %s line', async (_, removed, focused) => {
    const { quantities } = renderLines(names.map((_name, index) => createWine(index)));
    await userEvent.click(removeButton(removed));
    expect(quantities()).toEqual(names.filter((name) => name !== removed).map((name) => `${name} 2`));
    expect(document.activeElement).toBe(removeButton(focused));
  });

  test('moves the focus to the content if it was the only one', async () => {
    renderLines([createWine(0)]);
    await userEvent.click(removeButton('Merlot'));
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });

  test('is put back at its position on request', async () => {
    const { quantities } = renderLines(names.map((_name, index) => createWine(index)));
    await userEvent.click(removeButton('Colombard'));
    expect(screen.getByText(t('cart.removed', { name: 'Colombard' }))).toBeTruthy();
    await userEvent.click(await undoButton());
    expect(quantities()).toEqual(['Merlot 2', 'Colombard 2', 'Cabernet 2']);
    expect(screen.queryByText(t('cart.removed', { name: 'Colombard' }))).toBeNull();
  });

  test.each([
    [
      'its button is pressed by keyboard',
      () => {
        removeButton('Merlot').focus();
        return userEvent.keyboard('{Enter}');
      },
    ],
    ['0 is entered', () => enter('0')],
  ])('focuses the offer to put it back when %s, and then the next line', async (_, remove) => {
    const { quantities } = renderLines([createWine(0), createWine(1)]);
    await remove();
    expect(quantities()).toEqual(['Colombard 2']);
    const undo = await undoButton();
    await waitFor(() => expect(document.activeElement).toBe(undo));
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(removeButton('Colombard'));
  });

  test('can be put back when 0 was typed, and does not take the focus from what was clicked', async () => {
    const { quantities } = renderLines([createWine(0)]);
    await userEvent.clear(field());
    await userEvent.type(field(), '0');
    await userEvent.click(button('Order'));
    expect(quantities()).toEqual([]);
    expect(document.activeElement).toBe(button('Order'));
    await userEvent.click(await undoButton());
    expect(quantities()).toEqual(['Merlot 2']);
  });
});
