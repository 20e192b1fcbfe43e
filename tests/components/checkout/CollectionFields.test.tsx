import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ChosenCollectionSlot } from '#client/features/checkout/checkout-draft.ts';
import { CollectionFields } from '#client/features/checkout/delivery/DeliveryStep.tsx';
import { stubApi } from '#tests/components/stub-api.ts';
import { renderInCheckout } from './render-in-checkout.tsx';

const places = [
  { id: 1, name: 'Cellar', address: '1 rue du Port, 16100 Cognac' },
  { id: 2, name: 'Shop', address: '2 rue du Port, 16100 Cognac' },
];
const slot = { id: 5, date: '2026-11-24', from: '10:00', to: '12:00' };

/** Renders the fields with a draft in which a slot is chosen. */
function renderFields(chosen: ChosenCollectionSlot) {
  const slots = { data: { schedules: [slot], closures: [] } };
  stubApi({
    'GET /calendar/1/date/allowed/11/2026': slots,
    'GET /calendar/2/date/allowed/11/2026': slots,
  });
  const rendered = renderInCheckout(<CollectionFields />, {}, places);
  act(() => rendered.checkout.getState().setCollectionSlot(chosen));
  return rendered;
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-10T09:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('CollectionFields', () => {
  test('keeps a stored slot at a place that is offered', async () => {
    const chosen = { idAddress: 2, date: '2026-11-24', idSchedule: 5 };
    const { checkout } = renderFields(chosen);
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: /12/ }).checked).toBe(true));
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Shop/ }).checked).toBe(true);
    expect(checkout.getState().clickAndCollect).toEqual(chosen);
  });

  test('discards a stored slot at a place that is no longer offered', async () => {
    const { checkout } = renderFields({ idAddress: 3, date: '2026-11-24', idSchedule: 5 });
    await waitFor(() =>
      expect(checkout.getState().clickAndCollect).toEqual({ idAddress: 1, date: '', idSchedule: null }),
    );
    expect(screen.getByRole<HTMLInputElement>('radio', { name: /Cellar/ }).checked).toBe(true);
  });
});
