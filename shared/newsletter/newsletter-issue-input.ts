import { z } from 'zod';
import { defineResourceSpec } from '#shared/resource-spec.ts';
import { Id, ListPosition } from '../input-fields.ts';
import { Localized } from '../localized.ts';
import { LocalizedMarkdownOrHtml } from '../localized-markdown-or-html.ts';
import { externalLinkPattern, internalLinkPattern } from '../site/link-target.ts';
import { newsletterIssueStates } from './newsletter-issue-states.ts';

/** A link in a newsletter: a URL, an email address, a telephone number, or a path on the estate's own site. */
const LinkTarget = z
  .string()
  .max(2_000)
  .regex(new RegExp(`(?:${internalLinkPattern.source}|${externalLinkPattern.source})\\S*$`), {
    error: 'a web address that begins with https://, or a path on the site such as /wines',
  });

/** One block of a newsletter's content. The property `block` is its kind. */
export const NewsletterBlock = z.discriminatedUnion('block', [
  z.strictObject({ block: z.literal('heading'), title: Localized }),
  z.strictObject({ block: z.literal('text'), body: LocalizedMarkdownOrHtml }),
  z.strictObject({ block: z.literal('picture'), image: Id, link: LinkTarget.nullable().default(null) }),
  z.strictObject({ block: z.literal('products'), products: z.array(Id).min(1).max(12) }),
  z.strictObject({ block: z.literal('button'), label: Localized, target: LinkTarget }),
  z.strictObject({ block: z.literal('divider') }),
]);
export type NewsletterBlock = z.infer<typeof NewsletterBlock>;

/** The content of a newsletter issue, which a preview shows before the issue is saved. */
export const NewsletterContent = z.strictObject({
  newsletterList: Id,
  subject: Localized,
  /** The text that mail programs show beside the subject in the list of mails. */
  preheader: Localized.default(''),
  blocks: z.array(NewsletterBlock).max(60).default([]),
});
export type NewsletterContent = z.infer<typeof NewsletterContent>;

export const NewsletterIssueInput = NewsletterContent.extend({ id: Id });
export type NewsletterIssueInput = z.infer<typeof NewsletterIssueInput>;

export const NewsletterListInput = z
  .strictObject({
    id: Id,
    position: ListPosition,
    name: Localized,
    description: Localized.default(''),
  })
  .meta({ examples: [{ id: 1, position: 0, name: 'La lettre' }] });
export type NewsletterListInput = z.infer<typeof NewsletterListInput>;

export const newsletterListResourceSpec = defineResourceSpec({
  name: 'newsletter-list',
  group: 'messages',
  key: 'id',
  keys: 'assigned',
  file: 'newsletter-lists.json',
  input: NewsletterListInput,
  list: {
    fields: { name: 'text', position: 'number' },
    orders: ['id', 'name', 'position'],
    columns: ['name', 'description', 'position'],
  },
});

export const newsletterIssueResourceSpec = defineResourceSpec({
  name: 'newsletter-issue',
  group: 'messages',
  key: 'id',
  keys: 'assigned',
  input: NewsletterIssueInput,
  list: {
    fields: { subject: 'text', state: { set: newsletterIssueStates }, sendAt: 'date' },
    orders: ['id', 'subject', 'sendAt'],
    columns: ['subject', 'state', 'sendAt'],
  },
});
