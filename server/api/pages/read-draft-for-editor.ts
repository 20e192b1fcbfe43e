import type { ServerTextKey } from '#server/api/contract/server-texts.ts';
import type { SiteTx } from '#server/api/database/site-transaction.ts';
import type { PageDraft } from '#shared/pages/page-editing-contract.ts';
import { readDraftWithEditorEmail } from './drafts-repository.ts';

export type MessageTranslator = (text: ServerTextKey, values?: Readonly<Record<string, string | number>>) => string;

const noDraft: PageDraft = {
  revision: 0,
  content: null,
  pageRevision: 0,
  publishAt: null,
  failure: null,
  editedAt: null,
  editedBy: null,
};

/** Reads the draft of a page as the API sends it. A page that was never edited has an empty draft of revision 0. */
export async function readDraftForEditor(tx: SiteTx, pageId: number, translate: MessageTranslator): Promise<PageDraft> {
  const stored = await readDraftWithEditorEmail(tx, pageId);
  if (!stored) return noDraft;
  const { revision, content, pageRevision, publishAt, failure, editedAt } = stored.draft;
  return {
    revision,
    content,
    pageRevision,
    publishAt: publishAt?.toISOString() ?? null,
    failure: failure && translate(`pages.refusal.${failure.refusal}`, failure.values),
    editedAt: editedAt.toISOString(),
    editedBy: stored.email,
  };
}
