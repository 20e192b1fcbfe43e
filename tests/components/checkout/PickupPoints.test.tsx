import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { CheckoutStore } from '#client/features/checkout/checkout-store.tsx';
import { PickupPoints } from '#client/features/checkout/delivery/PickupPoints.tsx';
import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';
import { t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';
import { createSampleCarrier, samplePickupPointAddress } from '#tests/support/fixtures/sample-checkout.ts';
import { renderInCheckout } from './render-in-checkout.tsx';

const call = 'POST /relay/access-points';
const points = (count: number): PickupPoint[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    name: `Shop ${index}`,
    addLine1: '1 rue du Port',
    zipCode: '16100',
    city: 'Cognac',
    country: 'FR',
    position: null,
    icon: 'shop',
    openingHours: '',
    distance: index,
  }));
const names = () => screen.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent?.slice(0, 6));

/**
 * Renders the pickup points of a carrier.
 * @param prepare changes the checkout draft before the pickup points are loaded
 */
function renderPickupPoints(prepare: (checkout: CheckoutStore) => void = () => {}) {
  const rendered = renderInCheckout(<PickupPoints carrier={createSampleCarrier({ id: 3, deliveryType: 'PICKUP' })} />);
  act(() => prepare(rendered.checkout));
  return rendered;
}

afterEach(() => vi.unstubAllGlobals());

describe('PickupPoints', () => {
  test('shows the five nearest pickup points, and all on request', async () => {
    stubApi({ [call]: { data: { accessPoints: points(7) } } });
    renderPickupPoints();
    await screen.findByText('Shop 0');
    expect(names()).toEqual(['Shop 0', 'Shop 1', 'Shop 2', 'Shop 3', 'Shop 4']);
    await userEvent.click(screen.getByRole('button', { name: t('checkout.pickup-point.more', { count: 2 }) }));
    expect(names()).toHaveLength(7);
  });

  test('stores the chosen pickup point and clears its error', async () => {
    stubApi({ [call]: { data: { accessPoints: points(2) } } });
    const { checkout, clearErrors } = renderPickupPoints();
    await userEvent.click(await screen.findByText('Shop 1'));
    expect(checkout.getState().pickupPoint).toMatchObject({ id: 'p1', firstPart: 'Shop 1' });
    expect(clearErrors).toHaveBeenCalledWith('delivery.accessPoint');
  });

  test('discards a stored pickup point that is no longer offered', async () => {
    stubApi({ [call]: { data: { accessPoints: points(1) } } });
    const { checkout } = renderPickupPoints((store) => store.getState().setPickupPoint(samplePickupPointAddress));
    await waitFor(() => expect(checkout.getState().pickupPoint).toBeNull());
  });

  test('shows that there are no pickup points', async () => {
    stubApi({ [call]: { data: { accessPoints: [] } } });
    renderPickupPoints();
    expect(await screen.findByText(t('checkout.pickup-point.none'))).toBeDefined();
  });

  test('shows a failure and loads again on request', async () => {
    let isDown = true;
    stubApi({
      [call]: () => (isDown ? { status: 503, message: '' } : { data: { accessPoints: points(1) } }),
    });
    renderPickupPoints();
    await screen.findByText(t('checkout.pickup-point.failed'));
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: t('site.error.retry') }));
    expect(await screen.findByText('Shop 0')).toBeDefined();
    expect(screen.queryByText(t('checkout.pickup-point.failed'))).toBeNull();
  });
});
