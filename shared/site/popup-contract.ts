import { z } from 'zod';
import { defineContract, IdParam } from '../endpoint.ts';
import { Image } from '../media/image.ts';
import { popupPageKinds } from './popup-page-kinds.ts';

export const popupKinds = ['notice', 'age'] as const;

/** The conditions under which a popup appears. Absent days and pages restrict nothing. */
export const PopupRules = z.object({
  id: z.int(),
  /** Present for the question about the age, which is asked when a page opens, or not on that page. */
  kind: z.enum(popupKinds).optional(),
  /** The first day of the popup in the site's time zone, YYYY-MM-DD. */
  startsOn: z.string().optional(),
  /** The last day of the popup in the site's time zone, YYYY-MM-DD. */
  endsOn: z.string().optional(),
  pageKinds: z.array(z.enum(popupPageKinds)).optional(),
  pageEntries: z.array(z.int()).optional(),
  /** Seconds after which the popup appears. Without it, the popup appears when the visitor scrolls. */
  delaySeconds: z.int().optional(),
  /** True if the popup appears again after it was closed, each time a page is loaded. */
  isShownOnEveryReload: z.literal(true).optional(),
});
export type PopupRules = z.infer<typeof PopupRules>;

const Popup = PopupRules.extend({
  /** `age` asks for the visitor's age; `notice` announces something. */
  kind: z.enum(popupKinds),
  title: z.string(),
  /** The text of the popup as sanitised HTML. */
  html: z.string(),
  image: Image.nullable(),
  /** A link below the text. A popup of the kind `age` offers it to visitors who are too young. */
  button: z.object({ label: z.string(), url: z.string() }).nullable(),
  /** True if the page cannot be scrolled while the popup is open. */
  isScrollLocked: z.boolean(),
});
export type Popup = z.infer<typeof Popup>;

export const popupEndpoints = defineContract({
  'GET /popup/{id}': {
    summary: 'A popup with its rules. The rules of all popups are in `GET /site/info`',
    params: z.object({ id: IdParam }),
    data: z.object({ popup: Popup }),
    refusals: { not_found: 404 },
  },
});
