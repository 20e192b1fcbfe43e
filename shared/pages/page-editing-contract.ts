import { z } from 'zod';
import { revisionField } from '#shared/contract-fields.ts';
import { defineContract, type Endpoint, IdParam } from '../endpoint.ts';
import { Instant } from '../input-fields.ts';
import { Page, Theme } from '../site/site-contract.ts';
import { ThemeInput } from '../site/site-input.ts';
import { wholeNumberText } from '../text-values.ts';
import { PageContent } from './page-content.ts';
import { pageEditLimits } from './page-edit-limits.ts';

const Revision = revisionField;

const PageDraft = z.object({
  /** Raised by each change, publication and deletion of a draft; 0 if there never was one. A change must name it. */
  revision: Revision,
  /** The content of the draft; null if the page has no draft. */
  content: PageContent.nullable(),
  pageRevision: Revision,
  /** The time at which the draft will be published, as ISO 8601 in UTC; null if no publication is scheduled. */
  publishAt: z.string().nullable(),
  /** The reason for which the scheduled publication failed, in the caller's language. */
  failure: z.string().nullable(),
  editedAt: z.string().nullable(),
  /** Email address of the user who changed the draft last; null after an import, and if the account was deleted. */
  editedBy: z.string().nullable(),
});
export type PageDraft = z.infer<typeof PageDraft>;

const PublishedPage = z.object({ revision: Revision, content: PageContent });
export type PublishedPage = z.infer<typeof PublishedPage>;

const PageVersion = z.object({
  id: z.int(),
  createdAt: z.string(),
  /**
   * Email address of the user who published the version; null if the account was deleted, if an import scheduled the
   * publication, or if the version keeps content that was saved by other means, such as an import, before a publication
   * replaced it.
   */
  publishedBy: z.string().nullable(),
});

const Preview = z.object({
  /** URL path of the preview on the estate's own host. */
  url: z.string(),
  expiresAt: z.string(),
});

const PageParams = z.object({ idPage: IdParam });
const SectionParams = z.object({ idPage: IdParam, idLayout: IdParam });
const VersionParams = z.object({ idPage: IdParam, idVersion: IdParam });

const publishRefusals = {
  not_found: 404,
  stale_revision: 409,
  page_changed: 409,
  invalid_input: 422,
  unknown_reference: 422,
  product_missing: 422,
  form_missing: 422,
  picture_missing: 422,
} as const;

const previewRefusals = { not_found: 404, not_in_page_tree: 422 } as const;

const draftEndpoints = defineContract({
  'GET /admin/page/{idPage}/draft': {
    summary: 'The published content of a page, and its draft',
    access: 'staff',
    params: PageParams,
    data: z.object({ id: z.int(), type: z.string(), published: PublishedPage, draft: PageDraft }),
    refusals: { not_found: 404 },
  },
  'PUT /admin/page/{idPage}/draft': {
    summary: 'Saves the draft of a page, unless it has changed since the revision, and schedules its publication',
    access: 'staff',
    params: PageParams,
    body: z.strictObject({
      revision: Revision,
      pageRevision: Revision,
      publishAt: Instant.nullable().default(null),
      content: PageContent,
    }),
    data: z.object({ draft: PageDraft }),
    refusals: { not_found: 404, stale_revision: 409, publish_time_invalid: 422 },
  },
  'DELETE /admin/page/{idPage}/draft': {
    summary: 'Deletes the draft of a page, unless it has changed since the revision',
    access: 'staff',
    params: PageParams,
    query: z.strictObject({ revision: wholeNumberText(0, 2_147_483_647) }),
    data: z.object({ draft: PageDraft }),
    refusals: { not_found: 404, stale_revision: 409 },
  },
  'POST /admin/page/{idPage}/draft/publish': {
    summary: 'Publishes the draft of a page',
    access: 'staff',
    params: PageParams,
    body: z.strictObject({ revision: Revision }),
    data: z.object({ published: PublishedPage, draft: PageDraft }),
    refusals: { ...publishRefusals, no_draft: 409 },
  },
});

const versionEndpoints = defineContract({
  'GET /admin/page/{idPage}/version': {
    summary: 'The versions of a page, the newest first',
    access: 'staff',
    params: PageParams,
    data: z.object({ versions: z.array(PageVersion) }),
    refusals: { not_found: 404 },
  },
  'GET /admin/page/{idPage}/version/{idVersion}': {
    summary: 'A version of a page with its content',
    access: 'staff',
    params: VersionParams,
    data: z.object({ version: PageVersion, content: PageContent }),
    refusals: { not_found: 404 },
  },
  'POST /admin/page/{idPage}/version/{idVersion}/publish': {
    summary: 'Publishes an earlier version of a page again, unless the page has changed since the revision',
    access: 'staff',
    params: VersionParams,
    body: z.strictObject({ revision: Revision }),
    data: z.object({ published: PublishedPage }),
    refusals: publishRefusals,
  },
});

const previewEndpoints = defineContract({
  'PUT /admin/page/{idPage}/preview': {
    summary: 'Creates a preview of a page with other content. Incomplete sections are left out',
    access: 'staff',
    params: PageParams,
    body: z.strictObject({ content: PageContent }),
    data: Preview.extend({
      /** Messages by field of the incomplete sections, such as `sections.2.images`. */
      errors: z.record(z.string(), z.string()),
    }),
    refusals: previewRefusals,
  },
  'PUT /admin/theme/preview': {
    summary: 'Creates a preview of the home page in other colours and fonts',
    access: 'staff',
    body: z.strictObject({ theme: ThemeInput }),
    data: Preview,
    refusals: { ...previewRefusals, unknown_font: 422 },
  },
  'GET /admin/page/{idPage}/preview/{token}': {
    summary: 'The content of a preview, and the URL path of the page that it shows',
    access: 'staff',
    params: PageParams.extend({ token: z.string().regex(/^[\w-]{43}$/) }),
    data: z.object({
      path: z.string(),
      page: Page,
      /** The theme in which the page is shown; null for the theme of the site. */
      theme: Theme.nullable(),
    }),
    refusals: { not_found: 404 },
  },
  'POST /admin/page/{idPage}/layout/{idLayout}/hash/check': {
    summary: 'Tells if the HTML of a section is what is stored in the caller’s language',
    access: 'staff',
    params: SectionParams,
    body: z.strictObject({ html: z.string().max(pageEditLimits.htmlBytes) }),
    data: z.object({
      isCurrent: z.boolean(),
      /** SHA-256 of the stored HTML in hex. */
      hash: z.string(),
    }),
    refusals: { not_found: 404, not_html: 422 },
  },
  'PUT /admin/page/{idPage}/layout/{idLayout}/preview': {
    summary:
      'Creates a preview of a page with other HTML in one section: the field `html`, and pictures as files, to which the HTML refers by their names',
    access: 'staff',
    params: SectionParams,
    isForm: true,
    data: Preview,
    refusals: { ...previewRefusals, html_missing: 400, not_html: 422, too_large: 413, unreadable_picture: 415 },
  },
});

export const pageEditingContract = { ...draftEndpoints, ...versionEndpoints, ...previewEndpoints } satisfies Record<
  string,
  Endpoint
>;
export type PageEditingContract = typeof pageEditingContract;
