import { createElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AdminContext } from '#client/admin/core/admin-context.tsx';
import { loadAdminTexts } from '#client/admin/core/admin-texts.ts';
import { OrderLines } from '#client/admin/orders/OrderLines.tsx';
import { type AppContextValue, AppProvider } from '#client/core/app-context.tsx';
import { CartSummary } from '#client/features/cart/CartSummary/CartSummary.tsx';
import { OrderSums } from '#client/features/orders/OrderDetails/OrderDetails.tsx';
import { createMailTexts } from '#server/api/mail/mail-content.ts';
import { type MailColours, renderHtmlBlock } from '#server/api/mail/render-mail.ts';
import { renderPlainTextOfMail } from '#server/api/mail/render-plain-text-of-mail.ts';
import { createOrderLinesBlock } from '#server/api/orders/mails/new-order-mails.ts';
import type { MailBranding } from '#server/api/site/site.ts';
import type { AdminConfig } from '#shared/admin/admin-config.ts';
import { eurosToCents } from '#shared/money.ts';
import { listOrderAmounts } from '#shared/orders/list-order-amounts.ts';
import type { OrderDetail } from '#shared/orders/orders-contract.ts';
import type { StaffOrderView } from '#shared/orders/staff-order-view.ts';
import cart from '#shared/texts/en/cart.json' with { type: 'json' };
import orders from '#shared/texts/en/orders.json' with { type: 'json' };
import { createTextsWithLazyDomains } from '#shared/texts.ts';
import { englishDictionary } from '#tests/support/fixtures/dictionary.ts';

const timeZone = 'Europe/Paris';
/**
 * Amounts in euros. The order has no lines, so that a view contains no amounts other than those of its list of amounts.
 */
const order = {
  subtotal: 60,
  discount: 6,
  discountCode: 'WELCOME',
  shippingFees: 8.9,
  total: 62.9,
  vat: [
    { rate: 20, total: 50, vat: 8.33 },
    { rate: 5.5, total: 12.9, vat: 0.67 },
  ],
  carrier: { id: 1, name: 'Home delivery', serviceCode: 'HOME' },
  products: [],
};
const inCents = {
  ...order,
  subtotal: eurosToCents(order.subtotal),
  discount: eurosToCents(order.discount),
  shippingFees: eurosToCents(order.shippingFees),
  total: eurosToCents(order.total),
  vat: order.vat.map(({ rate, total, vat }) => ({ rate, total: eurosToCents(total), vat: eurosToCents(vat) })),
};
const amounts = listOrderAmounts({ ...order, isShipped: true }).map(({ amount }) => amount.toFixed(2));

const findAmounts = (text: string): string[] =>
  text.replace(/<style[\s\S]*?<\/style>|<[^>]*>/g, ' ').match(/\d+\.\d{2}/g) ?? [];

function renderOnPage(element: ReactNode): string {
  const texts = createTextsWithLazyDomains('en', { ...englishDictionary, cart, orders }, timeZone);
  return renderToStaticMarkup(AppProvider({ value: { texts } as AppContextValue, children: element }));
}

async function renderInPanel(element: ReactNode): Promise<string> {
  const config = { siteName: 'Clos', lang: 'en', languages: ['en'], timeZone } as unknown as AdminConfig;
  const { texts } = await loadAdminTexts(config);
  return renderToStaticMarkup(createElement(AdminContext, { value: { config, texts } }, element));
}

const mailTexts = createMailTexts('en', timeZone);
const createMailBlock = () => {
  const row = inCents as unknown as Parameters<typeof createOrderLinesBlock>[0]['order'];
  return createOrderLinesBlock({ order: row, lines: [] }, 'en', timeZone);
};
const branding = { name: 'Clos', address: '', phone: '', email: '', origin: 'https://clos.example' } as MailBranding;
const code = { code: 'WELCOME', detailType: 'PRODUCT' } as const;

const views: [string, () => string][] = [
  ['page of the order', () => renderOnPage(createElement(OrderSums, { order: order as unknown as OrderDetail }))],
  ['cart and checkout', () => renderOnPage(createElement(CartSummary, { totals: { ...inCents, bottles: 6 }, code }))],
  ['HTML part of mails', () => renderHtmlBlock(createMailBlock(), {} as MailColours, mailTexts)],
  ['text part of mails', () => renderPlainTextOfMail({ blocks: [createMailBlock()] }, branding, mailTexts)],
];

test.each(views)('the %s lists subtotal, discount, shipping fee, total and VAT in this order', (_, render) => {
  expect(findAmounts(render())).toEqual(amounts);
});

test('the admin panel lists the amounts in the same order, with the VAT of all rates as one amount', async () => {
  const html = await renderInPanel(createElement(OrderLines, { order: order as unknown as StaffOrderView }));
  expect(findAmounts(html)).toEqual([...amounts.slice(0, 4), '9.00']);
});
