import type { ErrorMessageByField } from '#shared/response-envelope.ts';
import { addressHasRecipientName, type OrderFormAddress, type OrderFormValues } from './order-form-values.ts';

/** The fields of a quote that have another path in an order. */
const orderFields: Readonly<Record<string, string>> = {
  code: 'discount.code',
  email: 'user.email',
  'destination.postalCode': 'address.delivery.postalCode',
  'destination.country': 'address.delivery.country',
};

export const mapQuoteErrors = (errors: Readonly<ErrorMessageByField>): ErrorMessageByField =>
  Object.fromEntries(Object.entries(errors).map(([path, message]) => [orderFields[path] ?? path, message]));

/**
 * Moves errors of the names in an address to the customer's name if the address has taken its names from the customer.
 */
export function moveNameErrorsToCustomer(
  errors: Readonly<ErrorMessageByField>,
  { address, billing }: OrderFormValues,
): ErrorMessageByField {
  const addresses: Readonly<Record<string, OrderFormAddress | null>> = { delivery: address, billing };
  const toPath = (path: string): string => {
    const [, kind = '', name] = /^address\.(delivery|billing)\.(firstname|lastname)$/.exec(path) ?? [];
    const given = addresses[kind];
    return given && !addressHasRecipientName(given) ? `user.${name}` : path;
  };
  return Object.fromEntries(Object.entries(errors).map(([path, message]) => [toPath(path), message]));
}

/** Leaves out the errors of the changed fields and of the fields below them. */
export const omitChangedFieldErrors = (
  errors: Readonly<ErrorMessageByField>,
  changedPaths: readonly string[],
): ErrorMessageByField =>
  Object.fromEntries(
    Object.entries(errors).filter(
      ([path]) => !changedPaths.some((each) => path === each || path.startsWith(`${each}.`)),
    ),
  );

const shownFields =
  /^(products(\.\d+(\.quantity)?)?|user\.(firstname|lastname|email|phone)|address\.(delivery|billing)\.\w+|delivery\.(type|idCarrier|accessPoint)|dateSchedule|idSchedule|discount\.code|message|payment|paidOn|settlement|isAdult)$/;

/** Lists the messages of fields without an input in the form. */
export const listOtherErrors = (errors: Readonly<ErrorMessageByField>): string[] => [
  ...new Set(Object.entries(errors).flatMap(([path, message]) => (shownFields.test(path) ? [] : [message]))),
];
