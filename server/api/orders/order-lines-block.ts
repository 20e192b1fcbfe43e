import { createMailTexts } from '#server/api/mail/mail-texts.ts';
import type { MailBlock } from '#server/api/mail/outgoing-mail.ts';
import { computePricePerLitre } from '#shared/catalogue/compute-price-per-litre.ts';
import { isDrinkKind } from '#shared/catalogue/product-enums.ts';
import type { Lang } from '#shared/languages.ts';
import { type Cents, centsToEuros } from '#shared/money.ts';
import type { OrderRow } from './order-reading-repository.ts';
import type { NewOrderLine } from './order-repository.ts';

/** The lines with their prices and the totals. docs/rules.md, "Price per litre". */
export function createOrderLinesBlock(
  data: { order: OrderRow; lines: readonly NewOrderLine[] },
  lang: Lang,
  timeZone: string,
): MailBlock {
  const texts = createMailTexts(lang, timeZone);
  const lines = data.lines.map((line) => lineEntry(line, texts));
  return { kind: 'lines', lines, sums: totalRows(data.order, texts), included: vatRows(data.order, texts) };
}

const nameWithYear = (name: string, year: number | null): string => (year === null ? name : `${name} ${year}`);

type MailTexts = ReturnType<typeof createMailTexts>;

function lineEntry(line: NewOrderLine, { t, euros, number }: MailTexts) {
  const money = (cents: Cents) => euros(centsToEuros(cents));
  const perLitre = isDrinkKind(line.kind) ? computePricePerLitre(line.price, line) : null;
  const size = line.capacityUnit === 'LITER' ? 'orders.placed.litres' : 'orders.placed.centilitres';
  const details = [
    t('orders.placed.each', { quantity: line.quantity, price: money(line.price) }),
    ...(isDrinkKind(line.kind) ? [t(size, { volume: number(line.capacity) })] : []),
    ...(perLitre === null ? [] : [t('orders.placed.per-litre', { price: money(perLitre) })]),
    ...(line.contents ?? []).map(({ name, year, quantity }) =>
      t('orders.placed.contents', { quantity, name: nameWithYear(name, year) }),
    ),
  ];
  return {
    name: nameWithYear(line.name, line.year),
    details: details.join(' · '),
    amount: money(line.price * line.quantity),
  };
}

/** The amounts in the order of the order's page. */
function totalRows(order: OrderRow, { t, euros }: MailTexts): [string, string][] {
  const money = (cents: Cents) => euros(centsToEuros(cents));
  const rows: [string, string][] = [[t('orders.placed.subtotal'), money(order.subtotal)]];
  if (order.discountCode)
    rows.push([t('orders.placed.code', { code: order.discountCode }), `− ${money(order.discount)}`]);
  if (order.carrier) {
    const fee = order.shippingFees > 0 ? money(order.shippingFees) : t('orders.placed.free');
    rows.push([t('orders.placed.fee'), fee]);
  }
  rows.push([t('orders.placed.total'), money(order.total)]);
  return rows;
}

const vatRows = (order: OrderRow, { t, euros, number }: MailTexts): [string, string][] =>
  order.vat
    .filter(({ vat }) => vat > 0)
    .map(({ rate, vat }) => [t('orders.placed.vat', { rate: number(rate) }), euros(centsToEuros(vat))]);
