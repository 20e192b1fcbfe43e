import type { DeliveryTime } from '#shared/shipping/delivery-time/delivery-time.ts';
import type { PlaceholderValues } from '#shared/texts.ts';

/** Pages and mails have their texts under different keys. */
interface DeliveryTimeKeys<Key extends string> {
  /** A text with `{count}`. */
  exact: Key;
  /** A text with `{min}` and `{max}`. */
  range: Key;
}

/** Describes a delivery time, such as "2 to 3 working days". */
export const formatDeliveryTime = <Key extends string>(
  t: (key: Key, values?: PlaceholderValues) => string,
  { exact, range }: DeliveryTimeKeys<Key>,
  { minDays, maxDays }: DeliveryTime,
): string => (minDays === maxDays ? t(exact, { count: maxDays }) : t(range, { min: minDays, max: maxDays }));
