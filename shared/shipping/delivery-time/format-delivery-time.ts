import type { PlaceholderValues } from '#shared/texts.ts';
import type { DeliveryTime } from './delivery-time.ts';

/**
 * Keys of the texts that describe a delivery time. The keys are a parameter, because pages and mails have these texts
 * under different keys.
 */
interface DeliveryTimeKeys<Key extends string> {
  /** Key of a text with the placeholder `{count}`. */
  exact: Key;
  /** Key of a text with the placeholders `{min}` and `{max}`. */
  range: Key;
}

/** Describes a delivery time, such as "2 to 3 working days". */
export const formatDeliveryTime = <Key extends string>(
  t: (key: Key, values?: PlaceholderValues) => string,
  { exact, range }: DeliveryTimeKeys<Key>,
  { minDays, maxDays }: DeliveryTime,
): string => (minDays === maxDays ? t(exact, { count: maxDays }) : t(range, { min: minDays, max: maxDays }));
