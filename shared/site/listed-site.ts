import { z } from 'zod';
import { SiteHosting } from './site-hosting.ts';

/** A site in the list that the API sends to storefronts without folders: everything that pages need of `site.json`. */
export const ListedSite = SiteHosting.extend({
  id: z.int(),
  name: z.string(),
  /** Name of the site's folder at the last import; null if that import predates its record. */
  folder: z.string().nullable(),
  timeZone: z.string(),
  cookieDomain: z.string().nullable(),
});
export type ListedSite = z.infer<typeof ListedSite>;
