import { z } from 'zod';
import { id, revisionNumber } from '#shared/contract-fields.ts';
import { defineContract } from '#shared/endpoint.ts';

export const handBackContract = defineContract({
  'POST /admin/hand-back': {
    summary:
      'Hands an item that staff has edited back to the import: the next import of the site’s folder replaces it with all its parts. Until then it stays as it is, and another edit takes the hand-back back',
    access: 'staff',
    body: z.strictObject({
      /**
       * Name of the resource in `/admin/<resource>`. Both `domain` and `language` stand for all domains and languages
       * of the site.
       */
      resource: z.string().min(1).max(60),
      /** The key of the item; empty for a resource of which a site has one item. */
      key: z.union([z.string().max(100), id]),
      revision: revisionNumber,
    }),
    data: z.object({}),
    refusals: { not_found: 404, stale_revision: 409, super_admin_needed: 403 },
  },
});
