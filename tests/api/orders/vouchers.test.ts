import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditEntries } from '#server/api/audit/audit-tables.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { sites } from '#server/api/database/sites-table.ts';
import { vouchers } from '#server/api/orders/orders-tables.ts';
import { attachVouchersPdf } from '#server/api/orders/vouchers/issue-vouchers.ts';
import type { OrderState } from '#shared/orders/order-states.ts';
import { toLocalDay } from '#shared/places/local-time.ts';
import { type Customer, createCustomer } from '#tests/support/fixtures/create-customer.ts';
import { seedEstate } from '#tests/support/fixtures/seed-estate.ts';
import { readMails, seedOrder } from '#tests/support/fixtures/seed-order.ts';
import { startTestApi } from '#tests/support/servers/test-api.ts';

const api = await startTestApi();
const { db } = api;
let customer: Customer;
let staff: Customer;
let otherStaff: Customer;

beforeAll(async () => {
  for (const id of [40, 41]) await seedEstate(db, api.filesDir, { id, mark: `Estate ${id}` });
  customer = await createCustomer(api);
  staff = await createCustomer(api, { role: 'ADMIN' });
  otherStaff = await createCustomer(api, { role: 'ADMIN', site: 41 });
});

const voucherLine = {
  kind: 'voucher',
  name: 'Dégustation au chai',
  quantity: 2,
  price: 2_500,
  stockTaken: [],
} as const;
const placeVoucherOrder = (lines: object[] = [voucherLine]) =>
  seedOrder(api, customer, { order: { deliveryType: 'NO_DELIVERY', carrier: null, deliveryAddress: null }, lines });
const moveTo = (id: number, state: OrderState) =>
  api.call<'PUT /admin/order/{id}/state'>(`/admin/order/${id}/state`, {
    method: 'PUT',
    body: { state },
    headers: staff.headers,
  });
const vouchersOf = async (id: number) =>
  (await api.call<'GET /order/{id}'>(`/order/${id}`, { headers: customer.headers })).data.order.vouchers;
const voucherMails = async (id: number) =>
  (await readMails(api, 40)).filter(({ orderId, kind }) => orderId === id && kind === 'order-vouchers');
const redeem = (code: string, { headers, site = 40 }: { headers: Record<string, string>; site?: number } = staff) =>
  api.call<'POST /admin/voucher/redeem'>('/admin/voucher/redeem', { method: 'POST', site, body: { code }, headers });
const refund = (id: number, line: { position: number; quantity: number }, refundedBefore = 0) =>
  api.call(`/admin/order/${id}/refund`, {
    method: 'POST',
    body: { amount: 1, refundedBefore, lines: [line] },
    headers: staff.headers,
  });
/** Places an order of one voucher and pays for it. */
const buyVoucher = async () => {
  const id = await placeVoucherOrder([{ ...voucherLine, quantity: 1 }]);
  await moveTo(id, 'PAID');
  return { id, code: (await vouchersOf(id))[0]?.code ?? '' };
};

describe('the vouchers of an order', () => {
  test('are issued once the order is paid, one for each unit, and mailed as a PDF', async () => {
    const id = await placeVoucherOrder();
    expect(await vouchersOf(id)).toEqual([]);
    await moveTo(id, 'PAID');
    const issued = await vouchersOf(id);
    expect(issued).toMatchObject([
      { name: 'Dégustation au chai', state: 'VALID' },
      { name: 'Dégustation au chai', state: 'VALID' },
    ]);
    expect(new Set(issued.map(({ code }) => code)).size).toBe(2);
    const [mail, ...others] = await voucherMails(id);
    expect(others).toEqual([]);
    for (const { code } of issued) expect(mail?.text).toContain(code);
    expect(mail?.attachments).toMatchObject([{ builder: 'vouchers', key: String(id) }]);
    expect(mail?.text).not.toContain('L’abus d’alcool');
  });

  test('are issued only once, although the order changes its state further', async () => {
    const id = await placeVoucherOrder();
    for (const state of ['PAID', 'PREPARING', 'COMPLETED'] as const) await moveTo(id, state);
    expect(await vouchersOf(id)).toHaveLength(2);
    expect(await voucherMails(id)).toHaveLength(1);
  });

  test('are not issued for bottles', async () => {
    const id = await placeVoucherOrder([{}]);
    await moveTo(id, 'PAID');
    expect(await vouchersOf(id)).toEqual([]);
    expect(await voucherMails(id)).toEqual([]);
  });

  test('are cancelled with the order', async () => {
    const { id, code } = await buyVoucher();
    expect((await moveTo(id, 'CANCELLED')).status).toBe(200);
    expect((await vouchersOf(id)).map(({ state }) => state)).toEqual(['CANCELLED']);
    expect((await redeem(code)).status).toBe(409);
  });

  test('keep the order from being cancelled and refunded as a whole once one is redeemed', async () => {
    const id = await placeVoucherOrder();
    await moveTo(id, 'PAID');
    const [first, second] = await vouchersOf(id);
    await redeem(first?.code ?? '');
    const { status, message } = await moveTo(id, 'CANCELLED');
    expect({ status, message }).toEqual({ status: 409, message: expect.stringContaining('Un bon de cette commande') });
    const preview = await api.call(`/admin/order/${id}/mail-preview?state=CANCELLED`, { headers: staff.headers });
    expect([preview.status, preview.message]).toEqual([409, message]);
    expect((await vouchersOf(id)).map(({ state }) => state)).toEqual(['REDEEMED', 'VALID']);
    for (const state of ['PREPARING', 'COMPLETED', 'RETURNED'] as const) await moveTo(id, state);
    expect((await vouchersOf(id)).map(({ state }) => state)).toEqual(['REDEEMED', 'CANCELLED']);
    expect((await redeem(second?.code ?? '')).status).toBe(409);
  });

  test('are cancelled with the refund of their line, as many as units are refunded', async () => {
    const id = await placeVoucherOrder([{}, voucherLine, { ...voucherLine, name: 'Visite' }]);
    await moveTo(id, 'PAID');
    const statesOf = async (name: string) =>
      (await vouchersOf(id)).filter((voucher) => voucher.name === name).map(({ state }) => state);
    expect((await refund(id, { position: 1, quantity: 1 })).status).toBe(200);
    expect(await statesOf(voucherLine.name)).toEqual(['VALID', 'CANCELLED']);
    expect((await refund(id, { position: 1, quantity: 1 }, 1)).status).toBe(200);
    expect(await statesOf(voucherLine.name)).toEqual(['CANCELLED', 'CANCELLED']);
    expect((await refund(id, { position: 0, quantity: 1 }, 2)).status).toBe(200);
    expect(await statesOf('Visite')).toEqual(['VALID', 'VALID']);
    expect((await redeem((await vouchersOf(id))[0]?.code ?? '')).status).toBe(409);
  });

  test('are not refunded once they are redeemed, and the others also after the return of the order', async () => {
    const id = await placeVoucherOrder();
    await moveTo(id, 'PAID');
    const [first] = await vouchersOf(id);
    await redeem(first?.code ?? '');
    const { status, message } = await refund(id, { position: 0, quantity: 2 });
    expect({ status, message }).toEqual({ status: 409, message: expect.stringContaining('bons non utilisés') });
    expect((await vouchersOf(id)).map(({ state }) => state)).toEqual(['REDEEMED', 'VALID']);
    for (const state of ['PREPARING', 'COMPLETED', 'RETURNED'] as const) await moveTo(id, state);
    expect((await refund(id, { position: 0, quantity: 1 })).status).toBe(200);
    expect((await refund(id, { position: 0, quantity: 1 }, 1)).status).toBe(409);
  });

  test('are either redeemed or refunded by simultaneous calls, never both', async () => {
    for (let run = 0; run < 4; run++) {
      const { id, code } = await buyVoucher();
      const [redeemed, refunded] = await Promise.all([redeem(code), refund(id, { position: 0, quantity: 1 })]);
      expect([redeemed.status, refunded.status].sort()).toEqual([200, 409]);
    }
  });

  test('are either redeemed or cancelled by simultaneous calls, never both', async () => {
    for (let run = 0; run < 4; run++) {
      const { id, code } = await buyVoucher();
      const [redeemed, cancelled] = await Promise.all([redeem(code), moveTo(id, 'CANCELLED')]);
      expect([redeemed.status, cancelled.status].sort()).toEqual([200, 409]);
    }
  });

  test('expire on the page of the order by the day at the estate, as at their redemption', async () => {
    const { id } = await buyVoucher();
    // Two time zones whose dates differ at any time, so that the date of at least one of them differs from that in UTC.
    const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'];
    for (const timeZone of zones) {
      const yesterday = toLocalDay(Date.now() - 86_400_000, timeZone);
      const today = toLocalDay(Date.now(), timeZone);
      await withSiteTransaction(db, 40, async (tx) => {
        await tx.update(sites).set({ timeZone }).where(eq(sites.id, 40));
        await tx.update(vouchers).set({ expiresOn: yesterday }).where(eq(vouchers.orderId, id));
      });
      expect((await vouchersOf(id))[0]?.state).toBe('EXPIRED');
      await withSiteTransaction(db, 40, (tx) =>
        tx.update(vouchers).set({ expiresOn: today }).where(eq(vouchers.orderId, id)),
      );
      expect((await vouchersOf(id))[0]?.state).toBe('VALID');
    }
    await withSiteTransaction(db, 40, (tx) =>
      tx.update(sites).set({ timeZone: 'Europe/Paris' }).where(eq(sites.id, 40)),
    );
  });

  test('are rendered as a PDF with a page for each voucher', async () => {
    const id = await placeVoucherOrder();
    await moveTo(id, 'PAID');
    const { content } = await withSiteTransaction(db, 40, (tx) => attachVouchersPdf(tx, String(id)));
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
    expect(content.toString('latin1').match(/\/Type \/Page\b(?!s)/g)).toHaveLength(2);
  });
});

describe('POST /admin/voucher/redeem', () => {
  test('redeems a voucher once, whatever the spelling of its code, and records it in the audit log', async () => {
    const { code } = await buyVoucher();
    const { status, data } = await redeem(` ${code.replaceAll('-', ' ').toLowerCase()} `);
    expect(status).toBe(200);
    expect(data.voucher).toMatchObject({ code, state: 'REDEEMED', value: 25, redeemedAt: expect.any(String) });
    expect((await redeem(code)).status).toBe(409);
    const audited = await withSiteTransaction(db, 40, (tx) =>
      tx.select().from(auditEntries).where(eq(auditEntries.resource, 'voucher')),
    );
    expect(audited.filter(({ userId }) => userId === staff.id)).not.toHaveLength(0);
    expect(JSON.stringify(audited)).not.toContain(code.replaceAll('-', ''));
  });

  test('redeems a voucher once for simultaneous calls', async () => {
    const { code } = await buyVoucher();
    const statuses = (await Promise.all(Array.from({ length: 8 }, () => redeem(code)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(7);
  });

  test('refuses an expired voucher', async () => {
    const { id, code } = await buyVoucher();
    await withSiteTransaction(db, 40, (tx) =>
      tx.update(vouchers).set({ expiresOn: '2020-01-31' }).where(eq(vouchers.orderId, id)),
    );
    expect((await redeem(code)).status).toBe(409);
    expect((await vouchersOf(id))[0]?.state).toBe('EXPIRED');
  });

  test('responds to unknown codes and those of another estate with 404, and to impossible ones with 400', async () => {
    const { code } = await buyVoucher();
    expect((await redeem('0000-0000-0000')).status).toBe(404);
    expect((await redeem(code, { headers: otherStaff.headers, site: 41 })).status).toBe(404);
    expect((await redeem('12')).status).toBe(400);
    expect((await redeem(code, customer)).status).toBe(403);
    expect((await redeem(code)).status).toBe(200);
  });
});

describe('GET /admin/voucher', () => {
  const list = async (
    query: string,
    { headers, site = 40 }: { headers: Record<string, string>; site?: number } = staff,
  ) => (await api.call<'GET /admin/voucher'>(`/admin/voucher${query}`, { site, headers })).data;

  test('finds a voucher by its code', async () => {
    const { id, code } = await buyVoucher();
    expect(await list(`?code=${code}`)).toMatchObject({ total: 1, vouchers: [{ code, order: { id }, value: 25 }] });
  });

  test('lists the newest first in pages, and none of another estate', async () => {
    const { code } = await buyVoucher();
    const { vouchers: newest, total } = await list('?nbItem=1');
    expect(newest[0]?.code).toBe(code);
    expect(total).toBeGreaterThan(1);
    expect(await list('', { headers: otherStaff.headers, site: 41 })).toEqual({ vouchers: [], total: 0 });
    expect((await list(`?page=${total + 5}`)).total).toBe(total);
  });
});
