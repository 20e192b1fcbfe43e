import { createMailTexts, type MailContent } from '#server/api/mail/mail-content.ts';
import {
  createOrderMailGreetingText,
  type OrderMailContext,
  type OrderPageLink,
} from '#server/api/orders/mails/order-state-mail.ts';
import type { OrderRow } from '#server/api/orders/order-reading-repository.ts';
import type { VoucherRow } from '#server/api/orders/vouchers-repository.ts';
import type { OrderMailKind } from '#shared/orders/order-mail-kind.ts';
import { formatVoucherCode } from '#shared/orders/voucher.ts';

/** Name of the attachment builder that renders the vouchers of an order. Its key is the id of the order. */
export const vouchersPdfBuilderName = 'vouchers';

/**
 * Creates the mail with the vouchers of an order. Its content is erased after sending, because anyone who reads a code
 * can redeem it.
 */
export function createVouchersMail(
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
