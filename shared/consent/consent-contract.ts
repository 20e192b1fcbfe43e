import { z } from 'zod';
import { defineContract } from '#shared/endpoint.ts';
import { languages } from '#shared/languages.ts';
import { maxId } from '#shared/limits.ts';
import { createListQuerySchema } from '#shared/list-query.ts';
import { analyticsServiceKeys } from './analytics-services.ts';

const Services = z.array(z.enum(analyticsServiceKeys)).max(analyticsServiceKeys.length);

/** The choice of a visitor about cookies. The id is random and identifies the browser, not the visitor. */
const ConsentChoice = z.strictObject({
  id: z.uuid(),
  accepted: Services,
  refused: Services,
  /** The revision of the services and texts that were shown; see `computeConsentRevision`. */
  revision: z.int().min(1).max(maxId),
  textVersion: z.iso.date(),
});

export const consentContract = defineContract({
  'POST /consent': {
    summary:
      'Records the choice of a visitor about cookies as a consent record, under a random id of the browser. Nothing else about the visitor is stored',
    body: ConsentChoice.refine(({ accepted, refused }) => accepted.every((app) => !refused.includes(app)), {
      path: ['refused'],
    }),
    data: z.object({
      /** The time at which the choice was recorded, in ISO 8601. */
      recordedAt: z.string(),
    }),
    refusals: { too_many: 429 },
  },
  'GET /admin/consent': {
    summary: 'The recorded choices about cookies, the newest first',
    access: 'staff',
    query: createListQuerySchema({ fields: {}, orders: [] }),
    data: z.object({
      choices: z.array(z.object({ ...ConsentChoice.shape, lang: z.enum(languages), recordedAt: z.string() })),
      total: z.int(),
    }),
  },
});
