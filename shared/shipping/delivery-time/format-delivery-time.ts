import { z } from 'zod';
import type { PlaceholderValues } from '#shared/texts.ts';

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

/** The minimum and maximum number of working days from dispatch to delivery. */
export const DeliveryTime = z.strictObject({
  minDays: z.int().min(1).max(90),
  maxDays: z.int().min(1).max(90),
});
export type DeliveryTime = z.infer<typeof DeliveryTime>;

export const formatDeliveryTime = <Key extends string>(
  t: (key: Key, values?: PlaceholderValues) => string,
  { exact, range }: DeliveryTimeKeys<Key>,
  { minDays, maxDays }: DeliveryTime,
): string => (minDays === maxDays ? t(exact, { count: maxDays }) : t(range, { min: minDays, max: maxDays }));
