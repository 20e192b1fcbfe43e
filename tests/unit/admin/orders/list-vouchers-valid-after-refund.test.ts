import { describe, expect, it } from 'vitest';
import { listVouchersValidAfterRefund } from '#client/admin/orders/OrderRefunds.tsx';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';

const order = {
  products: [
    { kind: 'red', name: 'Merlot', price: 10 },
    { kind: 'voucher', name: 'Dégustation', price: 25 },
    { kind: 'voucher', name: 'Dégustation', price: 40 },
  ],
  vouchers: [
    { code: 'A', name: 'Dégustation', value: 25, state: 'VALID' },
    { code: 'B', name: 'Dégustation', value: 25, state: 'REDEEMED' },
    { code: 'C', name: 'Dégustation', value: 25, state: 'VALID' },
    { code: 'D', name: 'Dégustation', value: 40, state: 'VALID' },
    { code: 'E', name: 'Dégustation', value: 40, state: 'EXPIRED' },
  ],
} as unknown as StaffOrderView;
const codesAfter = (units: Record<number, number>) =>
  listVouchersValidAfterRefund(order, units).map(({ code }) => code);

describe('listVouchersValidAfterRefund', () => {
  it('lists every valid voucher for a free amount and for units of wine', () => {
    expect(codesAfter({})).toEqual(['A', 'C', 'D']);
    expect(codesAfter({ 0: 1 })).toEqual(['A', 'C', 'D']);
  });

  it('leaves out the vouchers that the refund of their units cancels, the last issued first', () => {
    expect(codesAfter({ 1: 1 })).toEqual(['A', 'D']);
    expect(codesAfter({ 1: 2, 2: 1 })).toEqual([]);
  });
});
