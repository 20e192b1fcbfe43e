import { randomInt } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { createMailTexts, type MailContent } from '#server/api/mail/mail-content.ts';
import { queueMail } from '#server/api/mail/queue-mail.ts';
import {
  createOrderMailGreetingText,
  type OrderMailContext,
  type OrderPageLink,
} from '#server/api/orders/mails/order-state-mail.ts';
import {
  type OrderRow,
  readLinesOfOrders,
  readOrder,
  readVouchersOfOrders,
  type VoucherRow,
} from '#server/api/orders/order-repository.ts';
import { createOrderPageLink, readOrderMailContext } from '#server/api/orders/order-tokens.ts';
import { vouchers } from '#server/api/orders/orders-tables.ts';
import { createPdfWorkerFunction } from '#server/api/pdf/worker-pool.ts';
import { readMailBranding } from '#server/api/site/site.ts';
import type { OrderMailKind } from '#shared/orders/order-mail-kind.ts';
import type { OrderState } from '#shared/orders/order-states.ts';
import { formatVoucherCode, voucherCodeAlphabet, voucherValidityMonths } from '#shared/orders/voucher.ts';
import type { RenderVouchersInput } from './render-vouchers-as-pdf.ts';

/** Invalidates the vouchers of an order that have not been redeemed. */
async function cancelVouchersOfOrder(tx: SiteTx, orderId: number): Promise<void> {
  await tx
    .update(vouchers)
    .set({ cancelledAt: new Date() })
    .where(and(eq(vouchers.orderId, orderId), isNull(vouchers.redeemedAt), isNull(vouchers.cancelledAt)));
}

const renderVouchersAsPdf = createPdfWorkerFunction<RenderVouchersInput, Uint8Array>(
  new URL('./render-vouchers-as-pdf.ts', import.meta.url),
  'renderVouchersAsPdf' satisfies keyof typeof import('./render-vouchers-as-pdf.ts'),
);

/** @param orderId The id of the order as text. */
export async function attachVouchersPdf(
  tx: SiteTx,
  orderId: string,
): Promise<{ content: Buffer; contentType: string }> {
  const order = await readOrder(tx, Number(orderId));
  if (!order) throw new Error(`there is no order ${orderId}`);
  const vouchers = await readVouchersOfOrders(tx, [order.id]);
  const branding = await readMailBranding(tx, order.lang);
  const content = await renderVouchersAsPdf({ vouchers, branding, lang: order.lang, number: order.number });
  return { content: Buffer.from(content), contentType: 'application/pdf' };
}

/** Name of the attachment builder that renders the vouchers of an order. Its key is the id of the order. */
export const vouchersPdfBuilderName = 'vouchers';

/**
 * Creates the mail with the vouchers of an order. Its content is erased after sending, because anyone who reads a code
 * can redeem it.
 */
function createVouchersMail(
  order: OrderRow,
  vouchers: readonly VoucherRow[],
  context: OrderMailContext,
  page: OrderPageLink,
): MailContent {
  const { t, date } = createMailTexts(order.lang, context.timeZone);
  const values = { count: vouchers.length, number: order.number };
  const expiresOn = vouchers[0]?.expiresOn;
  return {
    kind: 'order-vouchers' satisfies OrderMailKind,
    to: order.email,
    lang: order.lang,
    orderId: order.id,
    origin: context.origin,
    isSecret: true,
    subject: t('orders.vouchers.subject', values),
    blocks: [
      { kind: 'text', text: createOrderMailGreetingText(order, order.billingAddress.firstname, context) },
      { kind: 'text', text: t('orders.vouchers.text', values) },
      {
        kind: 'facts',
        rows: [
          ...vouchers.map(({ name, code }) => [name, formatVoucherCode(code)] as const),
          ...(expiresOn ? [[t('orders.vouchers.valid-until'), date(expiresOn)] as const] : []),
        ],
      },
      { kind: 'text', text: t('orders.vouchers.use') },
      { kind: 'link', label: t('orders.state.see'), href: page.href },
    ],
    attachments: [
      { filename: t('orders.vouchers.file', values), builder: vouchersPdfBuilderName, key: String(order.id) },
    ],
  };
}

const codeLength = 12;

const createCode = (): string =>
  Array.from({ length: codeLength }, () => voucherCodeAlphabet[randomInt(voucherCodeAlphabet.length)]).join('');

/**
 * Issues the vouchers of an order that has been paid, and mails them as a PDF (docs/rules.md, "Vouchers"). An order
 * that is cancelled or returned, or whose vouchers have already been issued, is left unchanged. The caller must have
 * locked the order.
 */
export async function issueVouchers(tx: SiteTx, order: OrderRow): Promise<void> {
  if (order.state === 'CANCELLED' || order.state === 'RETURNED') return;
  const lines = (await readLinesOfOrders(tx, [order.id])).filter(({ kind }) => kind === 'voucher');
  if (lines.length === 0 || (await readVouchersOfOrders(tx, [order.id])).length > 0) return;
  const context = await readOrderMailContext(tx, order);
  const expiresOn = sql`((now() at time zone ${context.timeZone}) + make_interval(months => ${voucherValidityMonths}::int))::date`;
  const rows = lines.flatMap(({ name, price, quantity }) =>
    Array.from({ length: quantity }, () => ({ orderId: order.id, code: createCode(), name, value: price, expiresOn })),
  );
  const issued = await tx.insert(vouchers).values(rows).returning();
  if (order.email === '') return;
  const page = await createOrderPageLink(tx, order, context.origin);
  await queueMail(tx, createVouchersMail(order, issued, context, page));
}

/** Issues the vouchers of an order that becomes paid, and cancels those of an order that is cancelled or returned. */
export async function updateVouchersForOrderState(tx: SiteTx, order: OrderRow, state: OrderState): Promise<void> {
  if (state === 'PAID' || state === 'COMPLETED') await issueVouchers(tx, order);
  if (state === 'CANCELLED' || state === 'RETURNED') await cancelVouchersOfOrder(tx, order.id);
}
