import { z } from 'zod';
import { Email, PhoneOrEmpty } from '#shared/accounts/account-fields.ts';
import { CartLinesInput, cartRefusalStatuses } from '#shared/cart/cart-contract.ts';
import { Discount } from '#shared/catalogue/catalogue-contract.ts';
import {
  createRequiredTextSchema,
  createTextSchema,
  eurosField,
  idField,
  quantityField,
} from '#shared/contract-fields.ts';
import { discountCodeRefusalStatuses } from '#shared/discounts/discount-code.ts';
import { defineContract, idempotencyRefusals } from '#shared/endpoint.ts';
import { maxCartLines, maxTextLengths } from '#shared/limits.ts';
import { PlacedOrder } from '#shared/orders/orders-contract.ts';
import { paymentMethods } from '#shared/payments/payment-method.ts';
import { NextPaymentStep } from '#shared/payments/payment-methods-contract.ts';
import { CountryIdOrCode } from '#shared/places/places-contract.ts';
import { deliveryTypes } from '#shared/shipping/delivery-type.ts';
import { CarrierOption } from '#shared/shipping/shipping-contract.ts';

const OrderAddressInput = z.strictObject({
  firstname: createRequiredTextSchema(maxTextLengths.name),
  lastname: createRequiredTextSchema(maxTextLengths.name),
  address: createRequiredTextSchema(maxTextLengths.addressLine),
  addressPart2: createTextSchema(maxTextLengths.addressLine).default(''),
  postalCode: createRequiredTextSchema(maxTextLengths.postalCode),
  city: createRequiredTextSchema(maxTextLengths.city),
  country: CountryIdOrCode,
});
export type OrderAddressInput = z.infer<typeof OrderAddressInput>;

export const OrderBody = z.strictObject({
  products: CartLinesInput,
  user: z.strictObject({
    phone: PhoneOrEmpty,
    /**
     * The email address is required without a session. With a session, the email address and names of the account are
     * used.
     */
    email: Email.optional(),
    /** The guest's first name, which defaults to that of the billing address. */
    firstname: createTextSchema(maxTextLengths.name).optional(),
    lastname: createTextSchema(maxTextLengths.name).optional(),
    /** The birthdate is required for an order of alcohol, unless the customer's account has one. */
    birthdate: z.union([z.iso.date(), z.literal('')]).optional(),
  }),
  address: z.strictObject({
    /** The delivery address, which is required for delivery type DELIVERY. */
    delivery: OrderAddressInput.nullish(),
    /** The billing address, which defaults to the delivery address. A customer must give one of the two. */
    billing: OrderAddressInput.nullish(),
  }),
  discount: z.strictObject({ code: createTextSchema(maxTextLengths.code).optional() }).nullish(),
  message: createTextSchema(maxTextLengths.message).optional(),
  delivery: z.strictObject({
    type: z.enum(deliveryTypes),
    /** The id of the carrier, which is required for delivery types DELIVERY and PICKUP. */
    idCarrier: idField.optional(),
    /** The pickup point, which is required for delivery type PICKUP. Only its `id` is used. */
    accessPoint: z.object({ id: z.union([z.string().max(60), z.int().transform(String)]) }).nullish(),
    /**
     * The carrier and the fee that the customer was shown. If one of them differs from its current value, the API
     * refuses the order with 409. A waived fee may be sent in full.
     */
    serviceName: createTextSchema(120).optional(),
    serviceCode: createTextSchema(60).optional(),
    servicePrice: eurosField.optional(),
  }),
  /** The destination for which the fee was quoted. It must match the delivery address. */
  deliveryPostalCode: createTextSchema(maxTextLengths.postalCode).optional(),
  deliveryIdCountry: CountryIdOrCode.optional(),
  /** The day of a click-and-collect, `YYYY-MM-DD`. The collection schedule determines the address. */
  dateSchedule: z.iso.date().nullish(),
  idSchedule: idField.nullish(),
  payment: z.enum(paymentMethods).optional(),
  /**
   * The total in euros that the customer was shown. If it differs from the computed one, the API refuses the order with
   * 409.
   */
  total: eurosField.optional(),
  acceptTerms: z.boolean().default(false),
  /**
   * True if the customer also subscribes to the estate's first newsletter; guests confirm the subscription by a link in
   * a mail.
   */
  newsletter: z.boolean().optional(),
});
export type OrderBody = z.input<typeof OrderBody>;
export type PlaceOrderInput = z.output<typeof OrderBody>;

export const checkoutContract = defineContract({
  'POST /calculate/shipping-fees': {
    summary:
      'The carriers that ship a cart to a destination, the cheapest first. `code` matters because the threshold of free shipping applies to the price after it',
    body: z.strictObject({
      products: z
        .array(z.strictObject({ idProduct: idField, id: idField.optional(), quantity: quantityField }))
        .min(1)
        .max(maxCartLines),
      postalCode: createRequiredTextSchema(maxTextLengths.postalCode),
      country: CountryIdOrCode,
      code: createTextSchema(maxTextLengths.code).optional(),
    }),
    data: z.object({ carriers: z.array(CarrierOption) }),
    refusals: {
      unknown_products: 422,
      variant_needed: 422,
      quantity_step: 422,
      unknown_country: 422,
      too_few_bottles: 422,
      too_many_bottles: 422,
      no_carrier: 422,
      ...discountCodeRefusalStatuses,
      too_many: 429,
    },
  },
  'POST /order/discount': {
    summary: 'The discount of a code on a cart, in euros',
    body: z.strictObject({
      code: createRequiredTextSchema(maxTextLengths.code),
      cart: z.strictObject({ products: CartLinesInput, shippingFees: z.number().min(0).max(100_000).optional() }),
    }),
    data: Discount.extend({ value: eurosField, subtotal: eurosField, shippingFees: eurosField, total: eurosField }),
    refusals: { unknown_products: 422, quantity_step: 422, ...discountCodeRefusalStatuses, too_many: 429 },
  },
  'POST /order': {
    isIdempotent: true,
    summary:
      'Places an order. The server computes all amounts and only compares those of the body. With the header Idempotency-Key, a repeated call returns the first order. Without a session, `user.email` makes it a guest order; the response does not reveal whether the email address has an account',
    access: 'guest',
    body: OrderBody,
    data: PlacedOrder.extend({
      /** The token with which a guest can open the order through `POST /order/link` for one day. */
      orderToken: z.string().optional(),
      paymentStep: NextPaymentStep,
    }),
    refusals: {
      login_or_email: 401,
      ...cartRefusalStatuses,
      ...discountCodeRefusalStatuses,
      terms: 422,
      too_young: 422,
      too_young_abroad: 422,
      birthdate_needed: 422,
      needs_delivery: 422,
      too_few_bottles: 422,
      too_many_bottles: 422,
      too_many_vouchers: 422,
      address_needed: 422,
      address_differs: 422,
      unknown_country: 422,
      wrong_postcode: 422,
      phone_needed: 422,
      no_carrier: 422,
      unknown_pickup_point: 422,
      slot_unavailable: 422,
      slot_full: 409,
      payment_unavailable: 422,
      price_changed: 409,
      too_many_unpaid: 409,
      ...idempotencyRefusals,
      too_many: 429,
    },
  },
});
