import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { CartSummary } from '#client/features/cart/CartSummary/CartSummary.tsx';
import { computeCartAmounts } from '#client/features/cart/cart-amounts.ts';
import { useCart } from '#client/features/cart/cart-store.tsx';
import type { CartDiscount } from '#client/features/cart/persisted-cart.ts';
import { englishTexts, renderInApp, t } from '#tests/components/render-in-app.tsx';
import { sampleEuroDiscount } from '#tests/support/fixtures/sample-checkout.ts';
import { createSampleVariant, createSampleWine } from '#tests/support/fixtures/sample-products.ts';

const line = {
  id: 0,
  product: createSampleWine({ declination: [createSampleVariant({ price: 10 })] }),
  variantId: 1,
  quantity: 2,
};
const figures = (fee = 0, code: CartDiscount | null = null) =>
  computeCartAmounts({ products: [line], discount: code }, fee).totals;
const textOf = (label: string) =>
  screen.queryByText(label, { selector: 'dt' })?.nextElementSibling?.textContent ?? null;

function SummaryOfCart() {
  const lines = useCart((state) => state.products);
  return <CartSummary totals={figures()} lines={lines} lineErrors={new Map([[0, 'Not enough left.']])} />;
}

describe('CartSummary', () => {
  test.each([
    ['the fee', { totals: figures(890), isFeeKnown: true }, englishTexts.euros(8.9), t('cart.sum.total')],
    ['free shipping', { totals: figures(), isFeeKnown: true }, t('cart.sum.shipping-free'), t('cart.sum.total')],
    [
      'that the fee is unknown',
      { totals: figures(), isFeeKnown: false },
      t('cart.sum.shipping-later'),
      t('cart.sum.total-before-shipping'),
    ],
    [
      'the given text for an unknown fee',
      { totals: figures(), isFeeKnown: false, shippingPlaceholder: 'By address' },
      'By address',
      t('cart.sum.total-before-shipping'),
    ],
    ['no shipping', { totals: figures(), isFeeKnown: false, hidesShipping: true }, null, t('cart.sum.total')],
  ])('shows %s', (_, props, shipping, totalLabel) => {
    renderInApp(<CartSummary {...props} />);
    expect(textOf(t('cart.sum.shipping'))).toBe(shipping);
    expect(textOf(totalLabel)).toBe(englishTexts.euros(props.totals.total / 100));
  });

  test('shows goods and VAT unless it is brief', () => {
    const vat = t('cart.sum.vat', { rate: '20' });
    renderInApp(<CartSummary totals={figures()} />);
    expect([textOf(t('cart.sum.goods', { count: 2 })), textOf(vat)]).toEqual([
      englishTexts.euros(20),
      englishTexts.euros(3.33),
    ]);
  });

  test('shows the total alone if it is brief', () => {
    const { container } = renderInApp(<CartSummary totals={figures()} isFeeKnown={false} isBrief />);
    expect(container.querySelectorAll('dt')).toHaveLength(1);
  });

  test('shows the discount and removes it on request', async () => {
    const onRemoveCode = vi.fn();
    renderInApp(
      <CartSummary totals={figures(0, sampleEuroDiscount)} code={sampleEuroDiscount} onRemoveCode={onRemoveCode} />,
    );
    const button = screen.getByRole('button', { name: /WELCOME/ });
    expect(button.closest('dt')?.nextElementSibling?.textContent).toBe(
      t('cart.sum.less', { amount: englishTexts.euros(5) }),
    );
    await userEvent.click(button);
    expect(onRemoveCode).toHaveBeenCalledOnce();
  });

  test('shows the error of a line at the line', () => {
    renderInApp(<CartSummary totals={figures()} lines={[line]} lineErrors={new Map([[0, 'Sold out']])} />);
    expect(screen.getByRole('listitem').textContent).toContain('Sold out');
  });

  test.each([
    ['takes the quantity that is left', 1, t('cart.take', { count: 1 }), [1]],
    ['removes a line that is sold out', 0, t('cart.remove'), []],
  ])('%s with the button beside the error of the line', async (_, quantity, label, quantities) => {
    const product = createSampleWine({ declination: [createSampleVariant({ setQuantity: true, quantity })] });
    const { cart } = renderInApp(<SummaryOfCart />);
    act(() => cart.getState().add(product, 1, 2));
    await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${label}`) }));
    expect(cart.getState().products.map((one) => one.quantity)).toEqual(quantities);
  });
});
