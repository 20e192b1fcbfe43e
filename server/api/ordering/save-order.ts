import { createHash } from 'node:crypto';
import { type Customer, noteCustomer } from '#server/api/accounts/customers.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import { queueMail } from '#server/api/jobs/queue-mail.ts';
import { readParameter } from '#server/api/site/site.ts';
import type { Localized } from '#shared/localized.ts';
import { priceOfOne } from '#shared/ordering/line-price.ts';
import { stockNeed } from '#shared/ordering/stock-need.ts';
import { dayAt } from '#shared/places/local-time.ts';
import type { OrderCall } from './order-call.ts';
import { orderConfirmation, orderNotice } from './order-mails.ts';
import type { OrderRow } from './order-reading-repository.ts';
import { insertCodeUse, insertOrder, keepTerms, type NewLine, nextOrderCount } from './order-repository.ts';
import type { PaymentProvider } from './payment-provider.ts';
import type { PreparedOrder } from './prepare-order.ts';
import type { CartLine } from './read-cart.ts';

/** Writes down an order for which everything has been taken, and queues its mails. */
export async function saveOrder(
  tx: SiteTx,
  call: OrderCall,
  customer: Customer,
  prepared: PreparedOrder,
  payments: PaymentProvider,
): Promise<OrderRow> {
  const { wish, site, lang, now, userId, localize } = call;
  const { lines, totals, offer, code, delivery, billingAddress } = prepared;
  await noteCustomer(tx, userId, prepared.birthdate);
  const terms = localize((await readParameter(tx, 'SALE_TERMS')) as Localized | undefined);
  const termsVersion = createHash('sha256').update(terms).digest('hex');
  await keepTerms(tx, { version: termsVersion, lang, html: terms });
  const today = dayAt(now, site.timeZone);
  const number = `${today.slice(0, 4)}-${String(await nextOrderCount(tx)).padStart(5, '0')}`;
  const { status, payment } = await payments.start(tx, { number, total: totals.total }, prepared.payment);
  const sold = lines.map((line) => toNewLine(line, localize));
  const order = await insertOrder(
    tx,
    {
      ...{ number, userId, lang, termsVersion, billingAddress, state: status, email: customer.email },
      ...{ bottles: totals.bottles, subtotal: totals.subtotal, discount: totals.discount },
      ...{ shippingFees: totals.shippingFees, total: totals.total, vat: totals.vat },
      deliveryType: delivery.wanted.type,
      discountCode: code?.code ?? null,
      carrier: offer && { id: offer.carrier.id, name: offer.carrier.name, serviceCode: offer.carrier.serviceCode },
      deliveryAddress: delivery.address,
      accessPoint: delivery.accessPoint,
      pickupScheduleId: delivery.slot?.scheduleId ?? null,
      pickupDate: delivery.slot?.date ?? null,
      pickup: delivery.slot?.pickup ?? null,
      phone: wish.user.phone,
      message: wish.message ?? '',
      paymentMethod: payment.method,
    },
    sold,
  );
  if (code) await insertCodeUse(tx, { codeId: code.id, orderId: order.id, userId, usedOn: today });
  const told = { order, lines: sold, payment, customer, hasTerms: terms !== '', sellsAlcohol: prepared.sellsAlcohol };
  await queueMail(tx, orderConfirmation(told, { origin: call.origin, timeZone: site.timeZone }));
  await queueMail(tx, orderNotice(told, { lang: site.defaultLang, timeZone: site.timeZone }));
  return order;
}

function toNewLine(line: CartLine, localize: OrderCall['localize']): NewLine {
  const { item, quantity } = line;
  const { type, kind, year, capacity, capacityUnit, reference, vatRate } = item;
  const taken = item.setQuantity ? [...stockNeed([line])] : [];
  return {
    ...{ type, kind, year, capacity, capacityUnit, reference, vatRate, quantity },
    declinationId: item.id,
    productId: item.idProduct,
    name: localize(item.name),
    fullPrice: item.price,
    price: priceOfOne(item),
    stockTaken: taken.map(([declinationId, each]) => ({ declinationId, quantity: each })),
  };
}
