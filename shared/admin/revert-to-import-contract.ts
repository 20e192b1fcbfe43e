import { z } from 'zod';
import { idField, revisionField } from '#shared/contract-fields.ts';
import { defineContract } from '#shared/endpoint.ts';

export const revertToImportContract = defineContract({
  'POST /admin/revert-to-import': {
    summary:
      'Lets the next import of the site’s folder replace an item that staff have edited, with all its parts. Until then the item stays as it is, and another edit cancels the request',
    access: 'staff',
    body: z.strictObject({
      /**
       * Name of the resource in `/admin/<resource>`. Both `domain` and `language` stand for all domains and languages
       * of the site.
       */
      resource: z.string().min(1).max(60),
      /** The key of the item; empty for a resource of which a site has one item. */
      key: z.union([z.string().max(100), idField]),
      revision: revisionField,
    }),
    data: z.object({}),
    refusals: { not_found: 404, stale_revision: 409, super_admin_needed: 403 },
  },
});
