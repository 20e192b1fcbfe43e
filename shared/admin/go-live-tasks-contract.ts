import { z } from 'zod';
import { defineContract } from '../endpoint.ts';
import { languages } from '../languages.ts';
import { goLiveTaskCodes, MailDomainCheck } from '../site/go-live.ts';
import { parameterKeys } from '../site/parameter-definitions.ts';

export const goLiveTasksContract = defineContract({
  'GET /admin/go-live': {
    summary: 'The tasks before the shop opens, those of the law first',
    access: 'staff',
    data: z.object({
      tasks: z.array(
        z.object({
          code: z.enum(goLiveTaskCodes),
          isLegalDuty: z.boolean(),
          isDone: z.boolean(),
          /** The panel's screen on which the task is done; null if no screen can do it. */
          screen: z.string().nullable(),
          /** The parameter that the task is about, and whether the site has a value for it; null for other tasks. */
          parameter: z.object({ key: z.enum(parameterKeys), isSet: z.boolean() }).nullable(),
          /** True if only a SUPER_ADMIN can open the screen. */
          isReserved: z.boolean(),
          /** The languages in which the task is open; absent if it is done, or open in every language of the site. */
          languages: z.array(z.enum(languages)).optional(),
          /** The DNS records of the domain from which mails come; absent for all other tasks. */
          mailDomain: MailDomainCheck.optional(),
          sentences: z.array(z.string()).optional(),
        }),
      ),
      /** True if visitors see the site and can order. */
      isSelling: z.boolean(),
    }),
  },
});
