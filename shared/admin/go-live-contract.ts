import { z } from 'zod';
import { defineContract } from '../endpoint.ts';
import { goLiveCodes } from '../site/go-live.ts';

export const goLiveContract = defineContract({
  'GET /admin/go-live': {
    summary: 'The tasks before the shop opens, those of the law first',
    access: 'staff',
    data: z.object({
      tasks: z.array(
        z.object({
          code: z.enum(goLiveCodes),
          isLegalDuty: z.boolean(),
          isDone: z.boolean(),
          /** Path of the panel's screen on which the task is done; null if no screen can do it. */
          screen: z.string().nullable(),
        }),
      ),
      /** True if visitors see the site and can order. */
      isSelling: z.boolean(),
    }),
  },
});
