import { z } from 'zod';
import { Coordinates, Id } from '../input-fields.ts';
import { Localized } from '../localized.ts';

/** A pickup point that the estate has entered, to which all its carriers of the type PICKUP deliver. */
export const PickupPointInput = z.strictObject({
  id: Id,
  name: z.string().min(1),
  addLine1: z.string().min(1),
  zipCode: z.string().min(1),
  city: z.string().min(1),
  /** The ISO 3166-1 alpha-2 code of the country. */
  country: z.string().length(2),
  position: Coordinates,
  icon: z.enum(['shop', 'locker']).default('shop'),
  openingHours: Localized.default(''),
});
export type PickupPointInput = z.infer<typeof PickupPointInput>;
