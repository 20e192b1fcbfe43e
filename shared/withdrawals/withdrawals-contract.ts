import { z } from 'zod';
import { requiredText, text } from '#shared/contract-fields.ts';
import { contract } from '#shared/endpoint.ts';
import { mostCharacters } from '#shared/limits.ts';

export const withdrawalsContract = contract({
  'POST /withdrawal': {
    summary:
      'Declares the withdrawal from a contract; the acknowledgement with day and time goes to the address that is given. The answer does not tell whether there is such an order',
    body: z.strictObject({
      name: requiredText(2 * mostCharacters.name),
      email: z.string().trim().max(mostCharacters.email).pipe(z.email()),
      /** It stands in the subject of the acknowledgement, which anybody may have sent to anyone: no place for words. */
      orderNumber: requiredText(mostCharacters.orderNumber).regex(/^[\p{L}\p{N}°#.,;/_ -]*$/u),
      /** What it is about, where it is not the whole order. */
      message: text(mostCharacters.message).default(''),
    }),
    data: z.object({
      /** When it was received, ISO 8601. */
      receivedAt: z.string(),
    }),
    refusals: { too_many: 429 },
  },
});
