import { z } from 'zod';
import { MailLinkToken } from '#shared/accounts/account-fields.ts';
import { capacityUnits, productKinds, productTypes } from '#shared/catalogue/product-enums.ts';
import { eurosField } from '#shared/contract-fields.ts';
import { defineContract, IdParam } from '#shared/endpoint.ts';
import { createListQuerySchema } from '#shared/list-query.ts';
import { Image } from '#shared/media/image.ts';
import { NextPaymentStep, PaymentMethodDescription } from '#shared/payments/payment-methods-contract.ts';
import { DeliveryTime } from '#shared/shipping/delivery-time/delivery-time.ts';
import { deliveryTypes } from '#shared/shipping/delivery-type.ts';
import { PickupPoint } from '#shared/shipping/shipping-contract.ts';
import { orderChannels } from './order-channel.ts';
import { orderStates } from './order-states.ts';
import { refundMethods } from './refund.ts';
import { PurchasedVoucher } from './vouchers-contract.ts';

/** A postal address as an order stores it. `country` is an ISO 3166-1 alpha-2 code; empty without an address. */
const StoredOrderAddress = z.object({
  firstname: z.string(),
  lastname: z.string(),
  address: z.string(),
  addressPart2: z.string(),
  postalCode: z.string(),
  city: z.string(),
  country: z.string(),
});
export type StoredOrderAddress = z.infer<typeof StoredOrderAddress>;

/** An order with its amounts in euros with VAT. `total` is `subtotal` plus `shippingFees` less `discount`. */
export const PlacedOrder = z.object({
  id: z.int(),
  /** The order number that customers see, such as `2026-00042`. */
  number: z.string(),
  status: z.enum(orderStates),
  /** The price of the goods after the discounts of their lines. */
  subtotal: eurosField,
  discount: eurosField,
  shippingFees: eurosField,
  total: eurosField,
  payment: PaymentMethodDescription,
});
export type PlacedOrder = z.infer<typeof PlacedOrder>;

/** A variant in a box, and its quantity in one box. */
const OrderedBoxContent = z.object({
  name: z.string(),
  quantity: z.int(),
  year: z.int().nullable(),
  capacity: z.number().nullable(),
  capacityUnit: z.enum(capacityUnits).nullable(),
});
export type OrderedBoxContent = z.infer<typeof OrderedBoxContent>;

/** A line as it was sold. Later changes of the catalogue do not affect it. */
const OrderedProduct = z.object({
  /** The id of the variant. */
  id: z.int(),
  idProduct: z.int(),
  /** The slug of the product; null if customers no longer see the product. */
  slug: z.string().nullable(),
  name: z.string(),
  type: z.enum(productTypes),
  kind: z.enum(productKinds),
  year: z.int().nullable(),
  capacity: z.number().nullable(),
  capacityUnit: z.enum(capacityUnits).nullable(),
  reference: z.string(),
  quantity: z.int(),
  /** The unit price in euros before the discount. */
  fullPrice: eurosField,
  /** The unit price in euros after the discount. */
  price: eurosField,
  /** The price per litre in euros after the discount; null for a box or a voucher. */
  pricePerLitre: eurosField.nullable(),
  total: eurosField,
  /** The VAT rate in percent. */
  vatRate: z.number(),
  /** The contents of one box; empty for a line that is not a box. */
  contents: z.array(OrderedBoxContent),
  image: Image.nullable(),
});
export type OrderedProduct = z.infer<typeof OrderedProduct>;

export const OrderSummary = PlacedOrder.extend({
  createdAt: z.string(),
  deliveryType: z.enum(deliveryTypes),
  bottles: z.int(),
});
export type OrderSummary = z.infer<typeof OrderSummary>;

/** A payment that was received for a cancelled, returned or already paid order. The estate has to refund it. */
export const SurplusPayment = z.object({
  amount: eurosField,
  receivedAt: z.string(),
  /** The time at which staff recorded the refund; null until then. */
  refundedAt: z.string().nullable(),
});
export type SurplusPayment = z.infer<typeof SurplusPayment>;

/** A refund of a part or all of an order. `reason` is empty if staff gave none. */
export const OrderRefund = z.object({
  amount: eurosField,
  at: z.string(),
  method: z.enum(refundMethods),
  reason: z.string(),
});
export type OrderRefund = z.infer<typeof OrderRefund>;

export const OrderDetail = OrderSummary.extend({
  channel: z.enum(orderChannels),
  products: z.array(OrderedProduct),
  discountCode: z.string().nullable(),
  vat: z.array(z.object({ rate: z.number(), total: eurosField, vat: eurosField })),
  carrier: z
    .object({
      id: z.int(),
      name: z.string(),
      serviceCode: z.string(),
      deliveryTime: DeliveryTime.optional(),
    })
    .nullable(),
  /**
   * The tracking of the parcel; null while no tracking number is entered. `url` is null if the carrier has no tracking
   * page.
   */
  tracking: z.object({ number: z.string(), url: z.string().nullable() }).nullable(),
  address: z.object({ delivery: StoredOrderAddress.nullable(), billing: StoredOrderAddress }),
  accessPoint: PickupPoint.nullable(),
  pickup: z
    .object({ date: z.string(), from: z.string(), to: z.string(), place: z.string(), address: z.string() })
    .nullable(),
  phone: z.string(),
  message: z.string(),
  states: z.array(z.object({ state: z.enum(orderStates), at: z.string() })),
  /**
   * The time at which the order is cancelled if it is still unpaid; null if it never is, and for orders that are not
   * PENDING.
   */
  paymentDueAt: z.string().nullable(),
  surplusPayments: z.array(SurplusPayment),
  refunds: z.array(OrderRefund),
  /** The vouchers of the order; empty until it is paid. */
  vouchers: z.array(PurchasedVoucher),
});
export type OrderDetail = z.infer<typeof OrderDetail>;

export const ordersContract = defineContract({
  'GET /order': {
    summary: 'The current user’s orders, the newest first',
    access: 'member',
    query: createListQuerySchema({
      fields: { status: { set: orderStates } },
      orders: ['createdAt', 'number'],
    }),
    data: z.object({ orders: z.array(OrderSummary), total: z.int() }),
  },
  'GET /order/{id}': {
    summary: 'One of the current user’s orders',
    access: 'member',
    params: z.object({ id: IdParam }),
    data: z.object({ order: OrderDetail }),
    refusals: { not_found: 404 },
  },
  'POST /order/link': {
    summary: 'The guest order that a link in a mail opens. A POST, so that no log of URL paths contains the token',
    body: z.strictObject({ token: MailLinkToken }),
    data: z.object({ order: OrderDetail, email: z.string() }),
    refusals: { link_expired: 422, too_many: 429 },
  },
  'POST /order/{id}/payment': {
    summary:
      'Starts the online payment of an unpaid order, or starts it again. For the customer with the session, or for a guest with the token of the order’s link',
    access: 'guest',
    params: z.object({ id: IdParam }),
    body: z.strictObject({ token: MailLinkToken.optional() }),
    data: z.object({ paymentStep: NextPaymentStep }),
    refusals: { not_found: 404, link_expired: 422, not_pending: 409, too_many: 429 },
  },
  'PUT /order/{id}/cancel': {
    summary:
      'Cancels one of the current user’s orders while it is unpaid and not in preparation. Repeating it has no effect',
    access: 'member',
    params: z.object({ id: IdParam }),
    data: z.object({ order: OrderDetail }),
    refusals: { not_found: 404, cannot_cancel: 409 },
  },
  'POST /order/link/cancel': {
    summary: 'Cancels the guest order that a link in a mail opens, under the rules of `PUT /order/{id}/cancel`',
    body: z.strictObject({ token: MailLinkToken }),
    data: z.object({ order: OrderDetail }),
    refusals: { link_expired: 422, cannot_cancel: 409, too_many: 429 },
  },
});
