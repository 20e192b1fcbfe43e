import type { CustomerSummary } from '#shared/admin/customers-contract.ts';
import type { StaffOrderSettlement, staffOrderChannels } from '#shared/orders/order-channel.ts';
import type { PaymentMethod } from '#shared/payments/payment-method.ts';
import type { PickupPoint } from '#shared/shipping/shipping-contract.ts';

type StaffOrderChannel = (typeof staffOrderChannels)[number];

/** The ways in which an order that staff enter reaches the customer. `MAIL` is for orders of nothing but vouchers. */
export const fulfilments = ['DELIVERY', 'PICKUP', 'COLLECTION', 'TAKEN_AWAY', 'MAIL'] as const;
export type Fulfilment = (typeof fulfilments)[number];

/** Checks whether a carrier transports the order, which requires a postal address. */
export const isDeliveredByCarrier = (fulfilment: Fulfilment): boolean =>
  fulfilment === 'DELIVERY' || fulfilment === 'PICKUP';

/** A variant of the order with the quantity as it was typed. */
export interface OrderFormLine {
  variantId: number;
  /** Name, vintage, format and reference of the variant. */
  label: string;
  quantity: string;
  quantityStep: number;
  /** True for a voucher, which is sent to the customer's email address. */
  isVoucher: boolean;
}

/** The names, postal address and country of a delivery or an invoice, as they were typed. */
export interface OrderFormAddress {
  firstname: string;
  lastname: string;
  address: string;
  addressPart2: string;
  postalCode: string;
  city: string;
  /** The ISO 3166-1 alpha-2 code. */
  country: string;
}

export interface OrderFormCustomer {
  firstname: string;
  lastname: string;
  email: string;
  phone: string;
}

export interface OrderFormCollectionSlot {
  /** The day as `YYYY-MM-DD`. */
  date: string;
  idSchedule: number;
}

export interface OrderFormValues {
  channel: StaffOrderChannel;
  lines: readonly OrderFormLine[];
  /** The chosen account, whose details were copied to `customer`; null if no account is chosen. */
  account: CustomerSummary | null;
  customer: OrderFormCustomer;
  /** The fulfilment that staff have chosen; null until then, so that the default fulfilment of the channel applies. */
  fulfilment: Fulfilment | null;
  address: OrderFormAddress;
  /** Null if the invoice has the delivery address or, for an order without one, only the customer's name. */
  billing: OrderFormAddress | null;
  idCarrier: number | null;
  pickupPoint: PickupPoint | null;
  /** True if staff reserve a time for the collection. */
  hasAppointment: boolean;
  slot: OrderFormCollectionSlot | null;
  isPaid: boolean;
  /** The day on which the customer paid; empty for the current day. */
  paidOn: string;
  payment: PaymentMethod | null;
  code: string;
  message: string;
  isAdult: boolean;
}

export const emptyAddress: OrderFormAddress = {
  firstname: '',
  lastname: '',
  address: '',
  addressPart2: '',
  postalCode: '',
  city: '',
  country: 'FR',
};

/** Checks whether an address names a recipient. Without one, the recipient is the customer. */
export const addressHasRecipientName = ({ firstname, lastname }: OrderFormAddress): boolean =>
  `${firstname}${lastname}`.trim() !== '';

export const emptyOrderFormValues: OrderFormValues = {
  channel: 'PHONE',
  lines: [],
  account: null,
  customer: { firstname: '', lastname: '', email: '', phone: '' },
  fulfilment: null,
  address: emptyAddress,
  billing: null,
  idCarrier: null,
  pickupPoint: null,
  hasAppointment: false,
  slot: null,
  isPaid: false,
  paidOn: '',
  payment: null,
  code: '',
  message: '',
  isAdult: false,
};

const defaultFulfilments: Record<StaffOrderChannel, Fulfilment> = {
  PHONE: 'DELIVERY',
  EMAIL: 'DELIVERY',
  CELLAR_DOOR: 'TAKEN_AWAY',
  FAIR: 'TAKEN_AWAY',
};

/** Returns the fulfilment that staff chose, or the default fulfilment of the sales channel. */
export const getFulfilment = ({ channel, fulfilment }: Pick<OrderFormValues, 'channel' | 'fulfilment'>): Fulfilment =>
  fulfilment ?? defaultFulfilments[channel];

/** Returns how far the order is settled. Goods that are taken away are paid on the spot. */
export function getSettlement(values: OrderFormValues): StaffOrderSettlement {
  if (getFulfilment(values) === 'TAKEN_AWAY') return 'TAKEN_AWAY';
  return values.isPaid ? 'PAID' : 'OPEN';
}

/** Returns the quantity of a line; null if the text is not a positive whole number of at most five digits. */
export const parsePositiveQuantityOrNull = (text: string): number | null =>
  /^\d{1,5}$/.test(text.trim()) && Number(text) > 0 ? Number(text) : null;

/** Adds one quantity step of a variant: to its existing line if there is one, otherwise as a new line. */
export function addOrIncreaseOrderFormLine(lines: readonly OrderFormLine[], added: OrderFormLine): OrderFormLine[] {
  if (!lines.some(({ variantId }) => variantId === added.variantId)) return [...lines, added];
  return lines.map((line) => (line.variantId === added.variantId ? stepLineQuantity(line, 1) : line));
}

/** Changes the quantity of a line by a number of steps. The lowest quantity is one step. */
export function stepLineQuantity(line: OrderFormLine, steps: number): OrderFormLine {
  const quantity = (parsePositiveQuantityOrNull(line.quantity) ?? 0) + steps * line.quantityStep;
  return { ...line, quantity: String(Math.max(line.quantityStep, quantity)) };
}
