import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { DiscountCode } from '#client/features/cart/DiscountCode/DiscountCode.tsx';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';
import { sampleEuroDiscount } from '#tests/support/fixtures/sample-checkout.ts';
import { createSampleVariant, createSampleWine } from '#tests/support/fixtures/sample-products.ts';

const call = 'POST /order/discount';

const enterCode = async () => {
  await userEvent.type(screen.getByRole('textbox'), ' WELCOME ');
  await userEvent.click(screen.getByRole('button', { name: t('cart.code.use') }));
};

afterEach(() => vi.unstubAllGlobals());

describe('DiscountCode', () => {
  test('keeps an accepted code in the cart and removes it on request', async () => {
    const calls = stubApi({ [call]: { data: sampleEuroDiscount } });
    const { cart } = renderInApp(<DiscountCode />);
    await enterCode();
    await screen.findByText(t('cart.code.held', { code: 'WELCOME' }));
    expect(calls[0]?.body).toEqual({ code: 'WELCOME', cart: { products: [] } });
    expect(cart.getState().discount).toEqual(sampleEuroDiscount);
    await userEvent.click(screen.getByRole('button', { name: t('cart.code.remove') }));
    expect(cart.getState().discount).toBeNull();
    expect(screen.getByRole('textbox')).toBeDefined();
  });

  test('shows why a code is refused until another is typed', async () => {
    stubApi({ [call]: { status: 422, message: 'This code has expired.' } });
    const { cart } = renderInApp(<DiscountCode />);
    await enterCode();
    await screen.findByText('This code has expired.');
    expect(cart.getState().discount).toBeNull();
    await userEvent.type(screen.getByRole('textbox'), 'X');
    expect(screen.queryByText('This code has expired.')).toBeNull();
  });

  test('moves the focus to the control that replaces the focused one', async () => {
    stubApi({ [call]: { data: sampleEuroDiscount } });
    renderInApp(<DiscountCode />);
    await enterCode();
    const remove = await screen.findByRole('button', { name: t('cart.code.remove') });
    await waitFor(() => expect(document.activeElement).toBe(remove));
    await userEvent.click(remove);
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });

  test('does not take the focus if another part of the page applies a code after a refusal', async () => {
    stubApi({ [call]: { status: 422, message: 'This code has expired.' } });
    const { cart } = renderInApp(<DiscountCode />);
    await enterCode();
    await screen.findByText('This code has expired.');
    act(() => cart.getState().setDiscount(sampleEuroDiscount));
    const remove = screen.getByRole('button', { name: t('cart.code.remove') });
    expect(document.activeElement).not.toBe(remove);
  });

  test('shows why another part of the page dropped the code', async () => {
    const { cart } = renderInApp(<DiscountCode />);
    act(() => {
      cart.getState().setDiscount(sampleEuroDiscount);
      cart.getState().setDiscount(null, 'You have already used this code.');
    });
    expect(screen.getByText('You have already used this code.')).toBeDefined();
    expect(cart.getState().discount).toBeNull();
  });

  test('leaves a code removed that was being validated after a change of the lines', async () => {
    const calls = stubApi({
      [call]: () => new Promise((resolve) => setTimeout(resolve, 50, { data: sampleEuroDiscount })),
    });
    const { cart } = renderInApp(<DiscountCode />);
    act(() => {
      cart.getState().setDiscount(sampleEuroDiscount);
      cart.getState().add(createSampleWine({ declination: [createSampleVariant()] }), 1, 2);
    });
    await waitFor(() => expect(calls).toHaveLength(1), { timeout: 3_000 });
    await userEvent.click(screen.getByRole('button', { name: t('cart.code.remove') }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(cart.getState().discount).toBeNull();
    expect(calls).toHaveLength(1);
  });

  test('does not send an empty code', async () => {
    const calls = stubApi({});
    renderInApp(<DiscountCode />);
    await userEvent.click(screen.getByRole('button', { name: t('cart.code.use') }));
    expect(calls).toEqual([]);
  });

  test.each([
    ['removes a code that is refused', { status: 422, message: 'Too few bottles.' }, null],
    ['keeps the code while the API is down', { status: 503, message: '' }, sampleEuroDiscount],
    ['keeps the code while the API limits calls', { status: 429, message: 'Later.' }, sampleEuroDiscount],
  ])('%s after the lines have changed', async (_, refusal, expected) => {
    const calls = stubApi({ [call]: refusal });
    const { cart } = renderInApp(<DiscountCode />);
    const product = createSampleWine({ declination: [createSampleVariant()] });
    act(() => {
      cart.getState().setDiscount(sampleEuroDiscount);
      cart.getState().add(product, 1, 2);
    });
    await waitFor(() => expect(calls).toHaveLength(1), { timeout: 3_000 });
    await waitFor(() => expect(cart.getState().discount).toEqual(expected));
  });
});
