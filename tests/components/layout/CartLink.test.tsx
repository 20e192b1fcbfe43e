import { act, fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { LocationContext } from '#client/core/navigation.ts';
import { showToast } from '#client/core/toast.ts';
import { CartLink } from '#client/layout/navigation/CartLink.tsx';
import { Toasts } from '#client/layout/notices/Toasts.tsx';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { createSampleWine } from '#tests/support/fixtures/sample-products.ts';

const wine = createSampleWine();

function Header({ path }: { path: string }) {
  const [pathname, setPathname] = useState(path);
  return (
    <LocationContext value={{ pathname, search: '', hash: '' }}>
      <CartLink className={undefined} />
      <button type="button" onClick={() => setPathname('/wines')}>
        Wines
      </button>
      <Toasts />
    </LocationContext>
  );
}

interface Options {
  bottles?: number;
  path?: string;
  hasPreview?: boolean;
}

function render({ bottles = 2, path = '/', hasPreview = true }: Options = {}) {
  // The test environment does not implement popovers, so their methods are stubbed.
  HTMLElement.prototype.showPopover = () => {};
  HTMLElement.prototype.hidePopover = () => {};
  const { cart } = renderInApp(<Header path={path} />, hasPreview ? { SEE_CART_ON_HOVER: true } : {});
  if (bottles > 0) act(() => cart.getState().add(wine, 1, bottles));
  return cart;
}

const link = () => screen.getByRole('link', { name: new RegExp(`^${t('site.cart')}`) });
const toggle = () => screen.getByRole('button', { name: t('site.cart-preview') });
const queryToggle = () => screen.queryByRole('button', { name: t('site.cart-preview') });
const findPreview = () => screen.findByRole('link', { name: t('cart.to-cart') });
const queryPreview = () => screen.queryByRole('link', { name: t('cart.to-cart') });
const notify = () => act(() => showToast('Removed from the cart.'));

describe('CartLink', () => {
  test('leads to the cart, without a number while the cart is empty', () => {
    render({ bottles: 0, hasPreview: false });
    expect(link().getAttribute('href')).toBe('/cart');
    expect(link().textContent).toBe(t('site.cart'));
  });

  test.each([
    [1, '1'],
    [99, '99'],
    [100, '99+'],
  ])('names %i bottles in full to screen readers, and shows %s', (bottles, shown) => {
    render({ bottles, hasPreview: false });
    const name = `${t('site.cart')} ${t('site.cart-count', { count: bottles })}`;
    expect(screen.getByRole('link', { name }).textContent).toBe(`${shown}${name}`);
  });

  test('follows changes of the cart', () => {
    const cart = render({ bottles: 1, hasPreview: false });
    act(() => cart.getState().add(wine, 1, 4));
    expect(link().textContent).toContain(t('site.cart-count', { count: 5 }));
    act(() => cart.getState().clear());
    expect(link().textContent).toBe(t('site.cart'));
  });

  test.each([
    ['the estate wants none', { hasPreview: false }],
    ['the cart is empty', { bottles: 0 }],
    ['the page shows the cart', { path: '/cart' }],
    ['the page is the checkout', { path: '/checkout' }],
  ])('has no preview if %s', async (_, options) => {
    render(options);
    await userEvent.hover(link());
    expect(queryToggle()).toBeNull();
    expect(queryPreview()).toBeNull();
  });
});

describe('the preview of CartLink', () => {
  test('opens and closes with its button', async () => {
    render();
    expect(toggle().getAttribute('aria-expanded')).toBe('false');
    toggle().focus();
    await userEvent.keyboard('{Enter}');
    await findPreview();
    expect(toggle().getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('listitem').textContent).toContain('Merlot');
    expect(screen.getByRole('link', { name: t('cart.order') }).getAttribute('href')).toBe('/checkout');
    await userEvent.keyboard('{Enter}');
    expect(queryPreview()).toBeNull();
  });

  test('opens while the mouse is over the link', async () => {
    render();
    await userEvent.hover(link());
    expect(await findPreview()).toBeTruthy();
    await userEvent.unhover(link());
    expect(queryPreview()).toBeNull();
  });

  test('closes on Escape and returns the focus to its button', async () => {
    render();
    toggle().focus();
    await userEvent.keyboard('{Enter}');
    await findPreview();
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe(t('cart.order'));
    await userEvent.keyboard('{Escape}');
    expect(queryPreview()).toBeNull();
    expect(document.activeElement).toBe(toggle());
  });

  test('closes on Escape while the focus is elsewhere, and leaves the focus there', async () => {
    render();
    const elsewhere = screen.getByRole('button', { name: 'Wines' });
    elsewhere.focus();
    await userEvent.hover(link());
    await findPreview();
    await userEvent.keyboard('{Escape}');
    expect(queryPreview()).toBeNull();
    expect(document.activeElement).toBe(elsewhere);
  });

  test('closes when a pointer is pressed outside it, although the browser focuses no button', async () => {
    render();
    fireEvent.click(toggle());
    fireEvent.pointerDown(await findPreview());
    expect(queryPreview()).not.toBeNull();
    fireEvent.pointerDown(document.body);
    expect(queryPreview()).toBeNull();
  });

  test('stays open while the focus moves inside it, and closes when the focus leaves it', async () => {
    render();
    toggle().focus();
    await userEvent.keyboard('{Enter}');
    const toCart = await findPreview();
    await userEvent.tab();
    await userEvent.tab();
    expect(document.activeElement).toBe(toCart);
    await userEvent.tab();
    expect(queryPreview()).toBeNull();
    expect(document.activeElement?.textContent).toBe('Wines');
  });

  test('closes when another page opens', async () => {
    render();
    await userEvent.hover(link());
    await findPreview();
    act(() => screen.getByRole('button', { name: 'Wines' }).click());
    expect(queryPreview()).toBeNull();
  });

  test('removes toasts when it opens, because they would cover it', async () => {
    render();
    notify();
    await userEvent.hover(link());
    await findPreview();
    expect(screen.queryByText('Removed from the cart.')).toBeNull();
  });

  test.each([
    ['the cart is empty', { bottles: 0 }],
    ['the page shows the cart', { path: '/cart' }],
  ])('leaves toasts alone while it cannot open because %s', async (_, options) => {
    render(options);
    notify();
    await userEvent.hover(link());
    expect(screen.getByText('Removed from the cart.')).toBeTruthy();
  });
});
