import { z } from 'zod';
import { requiredText, text } from '#shared/contract-fields.ts';
import { contract } from '#shared/endpoint.ts';
import { maxTextLength } from '#shared/limits.ts';

export const withdrawalsContract = contract({
  'POST /withdrawal': {
    summary:
      'Declares the withdrawal from a contract. An acknowledgement with date and time is sent to the e-mail address. The response does not reveal whether the order exists',
    body: z.strictObject({
      name: requiredText(2 * maxTextLength.name),
      email: z.string().trim().max(maxTextLength.email).pipe(z.email()),
      /** Restricted because it is in the subject of a mail that any caller can have sent to any address. */
      orderNumber: requiredText(maxTextLength.orderNumber).regex(/^[\p{L}\p{N}°#.,;/_ -]*$/u),
      /** The items concerned, if not the whole order. */
      message: text(maxTextLength.message).default(''),
    }),
    data: z.object({
      /** ISO 8601. */
      receivedAt: z.string(),
    }),
    refusals: { too_many: 429 },
  },
});
