import type { OrderLineRow, OrderRow } from '#server/api/orders/order-repository.ts';
import { findCountryByCode } from '#server/api/places/places.ts';
import type { MailBranding } from '#server/api/site/site.ts';
import { readTextsByLanguage } from '#server/read-texts.ts';
import { isDrinkKind } from '#shared/catalogue/product-enums.ts';
import type { Lang } from '#shared/languages.ts';
import type { StoredOrderAddress } from '#shared/orders/orders-contract.ts';
import { formatClockTime } from '#shared/places/format-clock-time.ts';
import { getLegalAge } from '#shared/shipping/delivery-countries.ts';
import english from '#shared/texts/en/order-documents.json' with { type: 'json' };
import { createTexts, type Texts, type TextTemplate } from '#shared/texts.ts';

type OrderDocumentTextKey = keyof typeof english;
export type OrderDocumentTexts = Texts<OrderDocumentTextKey>;

const texts = readTextsByLanguage<OrderDocumentTextKey, TextTemplate>(
  'order-documents',
  Object.keys(english) as OrderDocumentTextKey[],
);

export const createOrderDocumentTexts = (lang: Lang, timeZone: string): OrderDocumentTexts =>
  createTexts(lang, (name: OrderDocumentTextKey) => texts[lang][name], timeZone);

export interface PackingDocumentLine {
  quantity: number;
  name: string;
  details: readonly string[];
  reference: string;
}

export interface PackingDocumentContent {
  title: string;
  /** The order number; empty for the summary of several orders. */
  number: string;
  estate: readonly string[];
  columns: readonly { heading: string; lines: readonly string[] }[];
  headings: { quantity: string; item: string; reference: string };
  lines: readonly PackingDocumentLine[];
  bottles: string;
  /** Texts below the table, such as the customer's message. */
  remarks: readonly { heading: string; text: string }[];
  /** True if each line begins with a checkbox. */
  hasCheckBoxes: boolean;
}

interface PackingDocumentInput {
  kind: 'packing-list' | 'delivery-note';
  order: OrderRow;
  lines: readonly OrderLineRow[];
  /** True if the document lists fewer units than were ordered, because refunds have returned units to the stock. */
  hasReturnedUnits: boolean;
  /** Internal notes, which only a packing list shows. */
  notes: readonly string[];
  branding: MailBranding;
  lang: Lang;
}

/** Builds the packing list or the delivery note of an order. Neither contains prices. */
export function toPackingDocumentContent(
  { kind, order, lines, hasReturnedUnits, notes, branding, lang }: PackingDocumentInput,
  texts: OrderDocumentTexts,
): PackingDocumentContent {
  const { t } = texts;
  const isPackingList = kind === 'packing-list';
  const remarks = [
    { heading: t('message'), text: order.message },
    ...(isPackingList
      ? notes.map((text) => ({ heading: t('notes'), text }))
      : [
          { heading: '', text: describeLegalAge(order, lines, texts) },
          { heading: '', text: t('received') },
        ]),
  ];
  return {
    title: t(kind),
    number: order.number,
    estate: [branding.name, branding.address, branding.phone, branding.email, branding.company].filter(Boolean),
    columns: [
      { heading: t('deliver-to'), lines: describeDestination(order, lang, texts) },
      { heading: t('order'), lines: describeOrder(order, texts) },
    ],
    headings: { quantity: t('quantity'), item: t('item'), reference: t('reference') },
    lines: lines.map((line) => toDocumentLine(line, texts)),
    // The order stores the number of bottles only for all of its lines together.
    bottles: hasReturnedUnits ? '' : t('fact', { label: t('bottles'), value: String(order.bottles) }),
    remarks: remarks.filter(({ text }) => text !== ''),
    hasCheckBoxes: isPackingList,
  };
}

/**
 * The person who delivers alcohol may ask for proof of age (article L3342-1 of the Public Health Code). A box counts as
 * alcohol, because its line does not name the kinds of its contents. Empty if nothing is alcohol.
 */
function describeLegalAge(
  { deliveryAddress, billingAddress }: OrderRow,
  lines: readonly OrderLineRow[],
  { t }: OrderDocumentTexts,
): string {
  if (lines.every(({ kind }) => kind === 'juice' || kind === 'voucher')) return '';
  return t('legal-age', { age: getLegalAge((deliveryAddress ?? billingAddress).country) });
}

/** Creates the summary of several packing lists: the quantities of all orders together. Null for fewer than two. */
export function summarisePackingLists(
  documents: readonly PackingDocumentContent[],
  { t }: OrderDocumentTexts,
): PackingDocumentContent | null {
  const [first] = documents;
  if (!first || documents.length < 2) return null;
  const groups = Map.groupBy(
    documents.flatMap(({ lines }) => lines),
    ({ name, details, reference }) => JSON.stringify([name, details, reference]),
  );
  const lines = [...groups.values()].flatMap(([line, ...others]) =>
    line ? { ...line, quantity: others.reduce((sum, { quantity }) => sum + quantity, line.quantity) } : [],
  );
  return {
    ...first,
    number: '',
    columns: [
      {
        heading: t('packing-list.summary', { count: documents.length }),
        lines: [documents.map(({ number }) => number).join(', ')],
      },
    ],
    lines: lines.sort((a, b) => (a.name < b.name ? -1 : 1)),
    bottles: '',
    remarks: [],
  };
}

function describeDestination(order: OrderRow, lang: Lang, { t }: OrderDocumentTexts): string[] {
  const { deliveryType, pickupPoint, collection, deliveryAddress, billingAddress, phone } = order;
  const phoneLines = phone === '' ? [] : [phone];
  if (pickupPoint) {
    const { name, addLine1, zipCode, city } = pickupPoint;
    return [t('delivery.PICKUP'), name, addLine1, `${zipCode} ${city}`, toName(billingAddress), ...phoneLines];
  }
  if (collection) return [t('delivery.CLICK_AND_COLLECT'), collection.place, toName(billingAddress), ...phoneLines];
  const address = deliveryAddress ?? billingAddress;
  return [...(deliveryAddress ? [] : [t(`delivery.${deliveryType}`)]), ...toAddressLines(address, lang), ...phoneLines];
}

const toName = ({ firstname, lastname }: StoredOrderAddress): string => `${firstname} ${lastname}`.trim();

const toAddressLines = (address: StoredOrderAddress, lang: Lang): string[] =>
  [
    toName(address),
    address.address,
    address.addressPart2,
    `${address.postalCode} ${address.city}`,
    findCountryByCode(address.country, lang)?.name ?? address.country,
  ].filter(Boolean);

function describeOrder(order: OrderRow, { t, date, lang }: OrderDocumentTexts): string[] {
  const { number, createdAt, carrier, trackingNumber, collection, collectionDate } = order;
  const slot =
    collection && collectionDate
      ? `${date(collectionDate, { dateStyle: 'full' })}, ${formatClockTime(collection.from, lang)} – ${formatClockTime(collection.to, lang)}`
      : '';
  const facts = [
    ['', number],
    [t('date'), date(createdAt.toISOString())],
    [t('carrier'), carrier?.name ?? ''],
    [t('tracking'), trackingNumber ?? ''],
    [t('collection'), slot],
  ] as const;
  return facts
    .filter(([, value]) => value !== '')
    .map(([label, value]) => (label ? t('fact', { label, value }) : value));
}

const withYear = (name: string, year: number | null): string => (year === null ? name : `${name} ${year}`);

function toDocumentLine(line: OrderLineRow, { t, number }: OrderDocumentTexts): PackingDocumentLine {
  const size = isDrinkKind(line.kind)
    ? [t(line.capacityUnit === 'LITER' ? 'litres' : 'centilitres', { volume: number(line.capacity) })]
    : [];
  const contents = (line.contents ?? []).map(({ name, year, quantity }) =>
    t('contents', { quantity, name: withYear(name, year) }),
  );
  const { quantity, reference } = line;
  return { quantity, name: withYear(line.name, line.year), details: [...size, ...contents], reference };
}
