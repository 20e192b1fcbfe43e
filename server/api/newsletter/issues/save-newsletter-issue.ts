import { eq } from 'drizzle-orm';
import { saveRows } from '#server/api/changes/save-rows.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import {
  createTableRows,
  deleteRowByProperty,
  type RowsOfTable,
  type SaveOutcome,
  type StoredRowWithoutSiteId,
} from '#server/api/database/table-rows.ts';
import { type FindTextImageAttributes, readEmbeddedImageLookup } from '#server/api/media/text-images.ts';
import { defineResource, type ItemKey, type StoredRowWithParts } from '#server/api/resources/resource.ts';
import { renderLocalizedRichText } from '#server/api/site/site.ts';
import {
  type NewsletterBlock,
  type NewsletterIssueInput,
  newsletterIssueResourceSpec,
} from '#shared/newsletter/newsletter-issue-input.ts';
import { refuse } from '#shared/outcome.ts';
import { newsletterIssues } from '../newsletter-tables.ts';

export const readTextBlockImageLookup = (
  tx: SiteTx,
  blocks: readonly NewsletterBlock[],
): Promise<FindTextImageAttributes> =>
  readEmbeddedImageLookup(tx, ...blocks.flatMap((block) => (block.block === 'text' ? [block.body] : [])));

export const sanitiseBlocks = (
  blocks: readonly NewsletterBlock[],
  findImage: FindTextImageAttributes,
): NewsletterBlock[] =>
  blocks.map((block) =>
    block.block === 'text' ? { ...block, body: { html: renderLocalizedRichText(block.body, findImage) } } : block,
  );

export const toNewsletterIssueRows = (
  list: readonly NewsletterIssueInput[],
  findImage: FindTextImageAttributes,
): RowsOfTable[] => [
  createTableRows(
    newsletterIssues,
    list.map(({ newsletterList, blocks, ...issue }) => ({
      ...issue,
      listId: newsletterList,
      blocks: sanitiseBlocks(blocks, findImage),
    })),
  ),
];

async function isEditable(tx: SiteTx, id: number): Promise<boolean> {
  const [row] = await tx
    .select({ state: newsletterIssues.state })
    .from(newsletterIssues)
    .where(eq(newsletterIssues.id, id))
    .for('update');
  return !row || row.state === 'DRAFT';
}

/** Saves a new issue or a draft. Issues in any other state cannot be changed. */
export async function saveNewsletterIssue(
  tx: SiteTx,
  issue: NewsletterIssueInput,
): Promise<SaveOutcome<'already_sent'>> {
  if (!(await isEditable(tx, issue.id))) return refuse('already_sent');
  return saveRows(tx, toNewsletterIssueRows([issue], await readTextBlockImageLookup(tx, issue.blocks)));
}

/** Deletes a draft. Other issues are kept with their delivery statistics; a scheduled one can be made a draft again. */
async function deleteNewsletterIssue(tx: SiteTx, key: ItemKey): Promise<SaveOutcome<'already_sent'>> {
  if (!(await isEditable(tx, Number(key)))) return refuse('already_sent');
  return deleteRowByProperty(tx, newsletterIssues, 'id', key);
}

export function newsletterIssueRowToInput({
  id,
  listId,
  subject,
  preheader,
  blocks,
}: StoredRowWithoutSiteId<typeof newsletterIssues>): NewsletterIssueInput {
  return { id, newsletterList: listId, subject, preheader, blocks };
}

export const newsletterIssueResource = defineResource({
  ...newsletterIssueResourceSpec,
  table: newsletterIssues,
  save: saveNewsletterIssue,
  remove: deleteNewsletterIssue,
  describe: describeNewsletterIssue,
  toInput: newsletterIssueRowToInput,
});

function describeNewsletterIssue(stored: StoredRowWithParts): Record<string, string> {
  const { state, sendAt } = stored as StoredRowWithoutSiteId<typeof newsletterIssues>;
  return { state, ...(sendAt && { sendAt: sendAt.toISOString() }) };
}
