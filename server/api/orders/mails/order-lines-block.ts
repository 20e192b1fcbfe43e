import { createMailTexts, type MailBlock } from '#server/api/mail/mail-content.ts';
import type { OrderRow } from '#server/api/orders/order-reading-repository.ts';
import type { NewOrderLine } from '#server/api/orders/order-repository.ts';
import { computePricePerLitre } from '#shared/catalogue/capacity.ts';
import { isDrinkKind } from '#shared/catalogue/product-enums.ts';
import type { Lang } from '#shared/languages.ts';
import { type Cents, centsToEuros } from '#shared/money.ts';
import { listOrderAmounts, type OrderAmount } from '#shared/orders/list-order-amounts.ts';

/** Creates the block of a mail with the order lines, their prices and the totals (docs/rules.md, "Price per litre"). */
export function createOrderLinesBlock(
  data: { order: OrderRow; lines: readonly NewOrderLine[] },
  lang: Lang,
  timeZone: string,
): MailBlock {
  const texts = createMailTexts(lang, timeZone);
  const lines = data.lines.map((line) => lineEntry(line, texts));
  const amounts = listOrderAmounts({ ...data.order, isShipped: data.order.carrier !== null });
  const toRows = (isVat: boolean) =>
    amounts.filter(({ kind }) => (kind === 'vat') === isVat).map((amount) => toAmountRow(amount, texts));
  return { kind: 'lines', lines, sums: toRows(false), included: toRows(true) };
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

function toAmountRow(row: OrderAmount, { t, euros, number }: MailTexts): [string, string] {
  const amount = euros(centsToEuros(row.amount));
  switch (row.kind) {
    case 'discount':
      return [t('orders.placed.code', { code: row.code }), `− ${amount}`];
    case 'shipping':
      return [t('orders.placed.fee'), row.amount > 0 ? amount : t('orders.placed.free')];
    case 'vat':
      return [t('orders.placed.vat', { rate: number(row.rate ?? 0) }), amount];
    default:
      return [t(`orders.placed.${row.kind}`), amount];
  }
}
