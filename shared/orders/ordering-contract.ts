import { z } from 'zod';
import { Phone } from '#shared/accounts/accounts-contract.ts';
import { Discount } from '#shared/catalogue/catalogue-contract.ts';
import { capacityUnits, productKinds, productTypes } from '#shared/catalogue/product-words.ts';
import { contract, IdParam } from '#shared/endpoint.ts';
import { mostCharacters, mostLines, mostOfOneLine } from '#shared/limits.ts';
import { listQuery } from '#shared/list-query.ts';
import { Image } from '#shared/media/image.ts';
import { paymentMethods } from '#shared/payments/payment.ts';
import { deliveryTypes, orderStates } from './order-states.ts';

// Longer than other files on purpose: a call and the shapes that it speaks of are read together.

const id = z.int().min(1).max(2_147_483_647);
const quantity = z.int().min(1).max(mostOfOneLine);
const text = (most: number) => z.string().trim().max(most);
const required = (most: number) => text(most).min(1);
/** Decimal euros. */
const euros = z.number();

/** A country by its numeric id or its ISO 3166-1 alpha-2 code. */
export const CountryRef = z.union([id, z.string().regex(/^[A-Za-z]{2}$/)]);
export type CountryRef = z.infer<typeof CountryRef>;

/** `id` is a declination's. */
const WantedProducts = z.array(z.strictObject({ id, quantity })).min(1).max(mostLines);

export const CarrierChoice = z.object({
  id: z.int(),
  name: z.string(),
  /** The shipping fee to pay, in euros; 0 where shipping is free. */
  fdp: euros,
  /** What it costs without free shipping. */
  price: euros,
  serviceCode: z.string(),
  deliveryType: z.enum(['DELIVERY', 'PICKUP']),
  siteType: z.string(),
});
export type CarrierChoice = z.infer<typeof CarrierChoice>;

/** A relay point. */
export const AccessPoint = z.object({
  id: z.string(),
  name: z.string(),
  addLine1: z.string(),
  zipCode: z.string(),
  city: z.string(),
  /** ISO 3166-1 alpha-2. */
  country: z.string(),
  /** Degrees, WGS 84. */
  position: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
  /** What kind of place it is, for the map: `shop`, `locker`. */
  icon: z.string(),
  /** Opening hours in words, empty where unknown. */
  openingHours: z.string(),
});
export type AccessPoint = z.infer<typeof AccessPoint>;

export const OrderAddress = z.strictObject({
  firstname: required(mostCharacters.name),
  lastname: required(mostCharacters.name),
  address: required(mostCharacters.addressLine),
  addressPart2: text(mostCharacters.addressLine).default(''),
  postalCode: required(mostCharacters.postalCode),
  city: required(mostCharacters.city),
  country: CountryRef,
});
export type OrderAddress = z.infer<typeof OrderAddress>;

/** An address as an order keeps it; `country` is ISO 3166-1 alpha-2. */
const KeptAddress = z.object({
  firstname: z.string(),
  lastname: z.string(),
  address: z.string(),
  addressPart2: z.string(),
  postalCode: z.string(),
  city: z.string(),
  country: z.string(),
});
export type KeptAddress = z.infer<typeof KeptAddress>;

const OrderBody = z.strictObject({
  products: WantedProducts,
  user: z.strictObject({
    phone: Phone,
    /** Where the account has none yet; an order with alcohol needs one. */
    birthdate: z.union([z.iso.date(), z.literal('')]).optional(),
  }),
  address: z.strictObject({
    /** Needed for DELIVERY. */
    delivery: OrderAddress.nullish(),
    /** Left out: the delivery address. */
    billing: OrderAddress.nullish(),
  }),
  discount: z.strictObject({ code: text(mostCharacters.code).optional() }).nullish(),
  message: text(mostCharacters.message).optional(),
  delivery: z.strictObject({
    type: z.enum(deliveryTypes),
    /** Needed for DELIVERY and PICKUP. */
    idCarrier: id.optional(),
    /** Needed for PICKUP; its `id` counts. */
    accessPoint: z.object({ id: z.union([z.string().max(60), z.int().transform(String)]) }).nullish(),
    /** Compared with what the shop says, and never used: where they differ the answer is 409. */
    serviceName: text(120).optional(),
    serviceCode: text(60).optional(),
    servicePrice: euros.optional(),
  }),
  /** Compared with the address of the delivery. */
  deliveryPostalCode: text(mostCharacters.postalCode).optional(),
  deliveryIdCountry: CountryRef.optional(),
  /** The day of a click-and-collect, `YYYY-MM-DD`; its schedule determines the address. */
  dateSchedule: z.iso.date().nullish(),
  idSchedule: id.nullish(),
  payment: z.enum(paymentMethods).optional(),
  /** What the customer was shown, in euros: compared, and 409 where the order would cost something else. */
  total: euros.optional(),
  acceptTerms: z.boolean().default(false),
});
export type OrderBody = z.input<typeof OrderBody>;
/** The same after it was parsed. */
export type OrderWish = z.output<typeof OrderBody>;

/** How the order is paid. */
const OrderPayment = z.object({
  method: z.enum(paymentMethods),
  /** In words, in the caller's language. */
  label: z.string(),
  /** What the customer has to do, such as the account to transfer to; plain text. */
  instructions: z.string(),
});
export type OrderPayment = z.infer<typeof OrderPayment>;

/** All amounts in euros with VAT. `total` is `subtotal` and `shippingFees` less `discount`. */
export const PlacedOrder = z.object({
  id: z.int(),
  /** What customer and estate call it, such as `2026-00042`. */
  number: z.string(),
  status: z.enum(orderStates),
  /** The goods after the discounts of their lines. */
  subtotal: euros,
  /** What the code takes off. */
  discount: euros,
  shippingFees: euros,
  total: euros,
  payment: OrderPayment,
});
export type PlacedOrder = z.infer<typeof PlacedOrder>;

/** A line as it was sold: later changes of the catalogue do not reach it. */
const OrderedProduct = z.object({
  /** The declination's. */
  id: z.int(),
  idProduct: z.int(),
  /** null where it is sold no longer. */
  slug: z.string().nullable(),
  name: z.string(),
  type: z.enum(productTypes),
  kind: z.enum(productKinds),
  year: z.int().nullable(),
  capacity: z.number(),
  capacityUnit: z.enum(capacityUnits),
  reference: z.string(),
  quantity: z.int(),
  /** Of one, before and after its discount. */
  fullPrice: euros,
  price: euros,
  /** After discount; null for a box. */
  pricePerLitre: euros.nullable(),
  total: euros,
  /** Percent. */
  vatRate: z.number(),
  image: Image.nullable(),
});
export type OrderedProduct = z.infer<typeof OrderedProduct>;

export const OrderSummary = PlacedOrder.extend({
  createdAt: z.string(),
  deliveryType: z.enum(deliveryTypes),
  bottles: z.int(),
});
export type OrderSummary = z.infer<typeof OrderSummary>;

export const OrderDetail = OrderSummary.extend({
  products: z.array(OrderedProduct),
  discountCode: z.string().nullable(),
  vat: z.array(z.object({ rate: z.number(), total: euros, vat: euros })),
  carrier: z.object({ id: z.int(), name: z.string(), serviceCode: z.string() }).nullable(),
  address: z.object({ delivery: KeptAddress.nullable(), billing: KeptAddress }),
  accessPoint: AccessPoint.nullable(),
  /** Day and times of a click-and-collect, and where. */
  pickup: z
    .object({ date: z.string(), from: z.string(), to: z.string(), place: z.string(), address: z.string() })
    .nullable(),
  phone: z.string(),
  message: z.string(),
  states: z.array(z.object({ state: z.enum(orderStates), at: z.string() })),
});
export type OrderDetail = z.infer<typeof OrderDetail>;

/** An order as the estate sees it. */
const StaffOrder = OrderDetail.extend({
  customer: z.object({ id: z.string(), email: z.string(), firstname: z.string(), lastname: z.string() }),
  /** Where it may go from here. */
  nextStates: z.array(z.enum(orderStates)),
  /** What became of its mails. */
  mails: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      to: z.string(),
      state: z.enum(['QUEUED', 'SENT', 'FAILED']),
      attempts: z.int(),
      lastError: z.string(),
      at: z.string(),
    }),
  ),
});
export type StaffOrder = z.infer<typeof StaffOrder>;

/** Refusals that checking a cart and placing an order share. */
const cartRefusals = {
  unknown_products: 422,
  quantity_step: 422,
  stock: 409,
} as const;

const codeRefusals = {
  code_unknown: 422,
  code_not_yet: 422,
  code_over: 422,
  code_used_up: 409,
  code_used_by_you: 409,
  code_needs_more: 422,
} as const;

export const orderingContract = contract({
  'POST /order/validate': {
    summary: 'Checks a cart: prices and stock of this moment. A fault names its lines as `products.<index>`',
    body: z.strictObject({ products: WantedProducts }),
    data: z.object({
      products: z.array(z.object({ id: z.int(), quantity: z.int(), price: euros, total: euros })),
      bottles: z.int(),
      subtotal: euros,
    }),
    refusals: cartRefusals,
  },
  'POST /calculate/shipping-fees': {
    summary:
      'The carriers that bring a cart there, the cheapest first. `code` counts because free shipping looks at what the goods cost after it',
    body: z.strictObject({
      products: z
        .array(z.strictObject({ idProduct: id, id: id.optional(), quantity }))
        .min(1)
        .max(mostLines),
      postalCode: required(mostCharacters.postalCode),
      country: CountryRef,
      code: text(mostCharacters.code).optional(),
    }),
    data: z.object({ carriers: z.array(CarrierChoice) }),
    refusals: {
      unknown_products: 422,
      declination_needed: 422,
      quantity_step: 422,
      unknown_country: 422,
      too_few_bottles: 422,
      too_many_bottles: 422,
      no_carrier: 422,
      ...codeRefusals,
      too_many: 429,
    },
  },
  'POST /order/discount': {
    summary: 'What a code takes off a cart, in euros',
    body: z.strictObject({
      code: required(mostCharacters.code),
      cart: z.strictObject({ products: WantedProducts, shippingFees: z.number().min(0).max(100_000).optional() }),
    }),
    data: Discount.extend({ value: euros, subtotal: euros, shippingFees: euros, total: euros }),
    refusals: { unknown_products: 422, quantity_step: 422, ...codeRefusals, too_many: 429 },
  },
  'POST /order': {
    summary:
      'Places an order. Everything is computed here; what the body says of prices is compared only. With the header Idempotency-Key a repeated call answers with the first order',
    access: 'member',
    body: OrderBody,
    data: PlacedOrder,
    refusals: {
      ...cartRefusals,
      ...codeRefusals,
      terms: 422,
      too_young: 422,
      birthdate_needed: 422,
      needs_delivery: 422,
      too_few_bottles: 422,
      too_many_bottles: 422,
      address_needed: 422,
      address_differs: 422,
      unknown_country: 422,
      phone_needed: 422,
      no_carrier: 422,
      unknown_access_point: 422,
      slot_unavailable: 422,
      slot_full: 409,
      payment_unavailable: 422,
      price_changed: 409,
      key_malformed: 400,
      key_reused: 409,
      too_many: 429,
    },
  },
  'GET /order': {
    summary: 'The current user’s orders, the newest first',
    access: 'member',
    query: listQuery({
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
  'GET /payment/method': {
    summary: 'How orders of this estate can be paid',
    data: z.object({ methods: z.array(OrderPayment) }),
  },
  'POST /relay/access-points': {
    summary: 'Relay points near an address, the nearest first',
    /** An address as orders have it, as far as it is known: postcode, town and country count. */
    body: z.strictObject({
      firstname: text(mostCharacters.name).optional(),
      lastname: text(mostCharacters.name).optional(),
      address: text(mostCharacters.addressLine).optional(),
      addressPart2: text(mostCharacters.addressLine).optional(),
      postalCode: required(mostCharacters.postalCode),
      city: text(mostCharacters.city).optional(),
      country: CountryRef.optional(),
      idCarrier: id.optional(),
    }),
    data: z.object({ accessPoints: z.array(AccessPoint) }),
    refusals: { unknown_country: 422 },
  },
  'GET /calendar/{id}/date/allowed/{month}/{year}': {
    summary: 'On which days of a month orders can be fetched at an address of the estate, and at what times',
    params: z.object({
      id: IdParam,
      month: z.coerce.number().int().min(1).max(12),
      year: z.coerce.number().int().min(2000).max(2200),
    }),
    data: z.object({
      /** `YYYY-MM-DD`. */
      dates: z.array(z.string()),
      /** Times `HH:MM` at the estate. */
      schedules: z.array(z.object({ id: z.int(), date: z.string(), from: z.string(), to: z.string() })),
    }),
    refusals: { not_found: 404 },
  },
  'POST /withdrawal': {
    summary:
      'Declares the withdrawal from a contract; the acknowledgement with day and time goes to the address that is given. The answer does not tell whether there is such an order',
    body: z.strictObject({
      name: required(2 * mostCharacters.name),
      email: z.string().trim().max(mostCharacters.email).pipe(z.email()),
      /** It stands in the subject of the acknowledgement, which anybody may have sent to anyone: no place for words. */
      orderNumber: required(mostCharacters.orderNumber).regex(/^[\p{L}\p{N}°#.,;/_ -]*$/u),
      /** What it is about, where it is not the whole order. */
      message: text(mostCharacters.message).default(''),
    }),
    data: z.object({
      /** When it was received, ISO 8601. */
      receivedAt: z.string(),
    }),
    refusals: { too_many: 429 },
  },
  'GET /admin/order': {
    summary: 'The estate’s orders, the newest first',
    access: 'staff',
    query: listQuery({
      fields: {
        status: { set: orderStates },
        number: 'text',
        email: 'text',
        createdAt: 'date',
        deliveryType: { set: deliveryTypes },
        total: 'number',
      },
      orders: ['createdAt', 'number', 'total'],
    }),
    data: z.object({ orders: z.array(StaffOrder), total: z.int() }),
  },
  'PUT /admin/order/{id}/state': {
    summary: 'Moves an order to another state; cancelling gives the stock back',
    access: 'staff',
    params: z.object({ id: IdParam }),
    body: z.strictObject({ state: z.enum(orderStates) }),
    data: z.object({ order: StaffOrder }),
    refusals: { not_found: 404, move_not_allowed: 409 },
  },
});
