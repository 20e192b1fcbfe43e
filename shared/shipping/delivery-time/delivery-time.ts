import { z } from 'zod';

/** The minimum and maximum number of working days from dispatch to delivery. */
export const DeliveryTime = z.strictObject({
  minDays: z.int().min(1).max(90),
  maxDays: z.int().min(1).max(90),
});
export type DeliveryTime = z.infer<typeof DeliveryTime>;
