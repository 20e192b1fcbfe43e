import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useShippingFeeSync } from '#client/features/checkout/delivery/use-shipping-fee-sync.ts';
import { CheckoutSummary } from '#client/features/checkout/page/CheckoutSummary.tsx';
import type { CurrentUser } from '#shared/accounts/current-user.ts';
import { t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';
import { createSampleCarrier, sampleEuroDiscount, sampleHomeAddress } from '#tests/support/fixtures/sample-checkout.ts';
import { createSampleVariant, createSampleWine } from '#tests/support/fixtures/sample-products.ts';
import { renderInCheckout } from './render-in-checkout.tsx';

const product = createSampleWine({ declination: [createSampleVariant({ id: 11 })] });
const customer: CurrentUser = {
  id: '7',
  email: 'camille@example.com',
  phone: '',
  firstname: 'Camille',
  lastname: 'Vignaud',
  birthdate: '',
  role: 'MEMBER',
};
const used = 'You have already used this code.';
const codeCall = 'POST /order/discount';
const feesCall = 'POST /calculate/shipping-fees';

const ShippingFees = () => <p>{useShippingFeeSync().failure}</p>;

/** Renders the summary and the shipping fees of a visitor's checkout, with an applied code and a complete address. */
function renderCheckout() {
  const { cart, session, checkout } = renderInCheckout(
    <>
      <CheckoutSummary />
      <ShippingFees />
    </>,
  );
  act(() => {
    cart.getState().add(product, 11, 2);
    cart.getState().setDiscount(sampleEuroDiscount);
    checkout.getState().updateShippingAddress(sampleHomeAddress);
  });
  return { cart, session, checkout };
}

beforeEach(() =>
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} })),
);
afterEach(() => vi.unstubAllGlobals());

describe('a discount code that the customer has already used', () => {
  test('is removed with the reason once the visitor logs in, although the cart is the same', async () => {
    let isLoggedIn = false;
    const calls = stubApi({
      [codeCall]: () => (isLoggedIn ? { status: 422, message: used } : { data: sampleEuroDiscount }),
      [feesCall]: { data: { carriers: [createSampleCarrier()] } },
    });
    const { cart, session } = renderCheckout();
    const countChecks = () => calls.filter(({ name }) => name === codeCall).length;
    await waitFor(() => expect(countChecks()).toBe(1), { timeout: 3_000 });
    expect(cart.getState().discount?.code).toBe('WELCOME');
    isLoggedIn = true;
    act(() => session.getState().start(customer));
    expect(await screen.findByText(used, undefined, { timeout: 3_000 })).toBeDefined();
    expect(countChecks()).toBe(2);
    expect(cart.getState().discount).toBeNull();
  });

  test('is removed with the reason by the shipping fees, which are calculated again without it', async () => {
    const calls = stubApi({
      [codeCall]: { data: sampleEuroDiscount },
      [feesCall]: ({ body }) =>
        (body as { code?: string }).code === undefined
          ? { data: { carriers: [createSampleCarrier()] } }
          : { status: 422, message: used, errors: { code: used } },
    });
    const { cart, checkout } = renderCheckout();
    await waitFor(() => expect(checkout.getState().carrier?.id).toBe(1));
    expect(calls.filter(({ name }) => name === feesCall).map(({ body }) => body)).toMatchObject([
      { code: 'WELCOME' },
      { products: [{ id: 11, quantity: 2 }] },
    ]);
    expect(cart.getState().discount).toBeNull();
    expect(screen.getByText(used)).toBeDefined();
    expect(screen.queryByText(t('checkout.shipping.failed'))).toBeNull();
  });
});
