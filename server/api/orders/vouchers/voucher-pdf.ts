import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { readOrder } from '#server/api/orders/order-reading-repository.ts';
import { readVouchersOfOrders } from '#server/api/orders/vouchers-repository.ts';
import { createPdfWorkerFunction } from '#server/api/pdf/worker-pool.ts';
import { readMailBranding } from '#server/api/site/site.ts';
import type { RenderVouchersInput } from './render-vouchers-as-pdf.ts';

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
