import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readGuestOrderToken } from '#client/core/guest-order-token.ts';
import { NavigationContext } from '#client/core/navigation.ts';
import { CheckoutStoreProvider } from '#client/features/checkout/checkout-store.tsx';
import { useOrderSubmission } from '#client/features/checkout/page/Checkout.tsx';
import { englishTexts, renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';
import { createSampleVariant, createSampleWine } from '#tests/support/fixtures/sample-products.ts';

function OrderButton() {
  const { submit, failure } = useOrderSubmission({ onRefused: () => {}, onPlaced: () => {} });
  return (
    <>
      <p>{failure}</p>
      <button type="button" onClick={() => void submit({} as never)}>
        order
      </button>
    </>
  );
}

async function orderFails(refusal: { status: number; message: string; errors?: Record<string, string> }) {
  const before = createSampleWine({
    declination: [createSampleVariant({ id: 1, price: 10, setQuantity: true, quantity: 12 })],
  });
  const now = { ...before, declination: [createSampleVariant({ id: 1, price: 12, setQuantity: true, quantity: 12 })] };
  const calls = stubApi({
    'POST /order': refusal,
    'PUT /product/quantities': { data: { products: [{ id: 1, quantity: 2 }] } },
    [`GET /product?id=${before.id}&nbItem=100`]: { data: { products: [now], total: 1 } },
  });
  const { cart } = renderInApp(
    <CheckoutStoreProvider>
      <OrderButton />
    </CheckoutStoreProvider>,
  );
  act(() => cart.getState().add(before, 1, 6));
  await userEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(calls.some(({ name }) => name === 'PUT /product/quantities')).toBe(true));
  await waitFor(() => expect(cart.getState().products[0]?.product.declination[0]?.quantity).toBe(2));
  return { cart, name: before.name };
}

afterEach(() => vi.unstubAllGlobals());

async function placeOrder(paymentStep: object) {
  const replace = vi.fn();
  const navigate = vi.fn();
  vi.stubGlobal('location', { ...window.location, replace });
  stubApi({ 'POST /order': { data: { id: 7, orderToken: 'guest-token', paymentStep } } });
  const { cart } = renderInApp(
    <NavigationContext value={{ state: 'idle', navigate }}>
      <CheckoutStoreProvider>
        <OrderButton />
      </CheckoutStoreProvider>
    </NavigationContext>,
  );
  act(() => cart.getState().add(createSampleWine({ declination: [createSampleVariant({ id: 1 })] }), 1, 6));
  await userEvent.click(screen.getByRole('button'));
  await waitFor(() => expect(cart.getState().products).toEqual([]));
  return { replace, navigate };
}

describe('useOrderSubmission', () => {
  test('leaves for the payment of a placed order, whose token the tab keeps', async () => {
    const { replace, navigate } = await placeOrder({ kind: 'redirect', url: 'https://pay.example/7' });
    expect(replace).toHaveBeenCalledWith('https://pay.example/7');
    expect(navigate).not.toHaveBeenCalled();
    expect(readGuestOrderToken(7)).toBe('guest-token');
  });

  test.each(['none', 'unavailable'])('shows the placed order if its payment step is %s', async (kind) => {
    const { replace, navigate } = await placeOrder({ kind });
    expect(navigate).toHaveBeenCalledWith('/checkout/done/7', { replace: true });
    expect(replace).not.toHaveBeenCalled();
  });

  test.each([401, 500, 503])('refreshes the stock of the cart, and no prices, after a %i', async (status) => {
    const { cart } = await orderFails({ status, message: '' });
    expect(cart.getState().products[0]?.product.declination[0]?.price).toBe(10);
  });

  test.each([
    ['the message of the API', 'Something went wrong.', 'Something went wrong.'],
    ['that the connection was lost', '', t('checkout.confirm.lost')],
  ])('shows %s and that the order can be sent again after a 503', async (_, message, shown) => {
    await orderFails({ status: 503, message });
    await screen.findByText(`${shown} ${t('checkout.confirm.retry')}`);
  });

  test('names the products whose prices have changed', async () => {
    const { name } = await orderFails({ status: 409, message: 'A price has changed.' });
    const changed = t('cart.price-changed', { name, before: englishTexts.euros(10), now: englishTexts.euros(12) });
    await screen.findByText(`A price has changed. ${changed}`, { normalizer: (text) => text });
  });

  test('drops a code that the order was refused for', async () => {
    const { cart } = await orderFails({ status: 409, message: 'Used.', errors: { 'discount.code': 'Used.' } });
    expect(cart.getState()).toMatchObject({ discount: null, discountRefusal: 'Used.' });
  });
});
