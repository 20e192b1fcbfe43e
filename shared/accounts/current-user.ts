import { z } from 'zod';
import { roles } from './roles.ts';

/** The logged-in user as the client sees it. Fields that the user has not filled in are empty strings. */
export const CurrentUser = z.object({
  id: z.string(),
  email: z.string(),
  phone: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  /** The user's birthdate as `YYYY-MM-DD`. */
  birthdate: z.string(),
  role: z.enum(roles),
});
export type CurrentUser = z.infer<typeof CurrentUser>;
