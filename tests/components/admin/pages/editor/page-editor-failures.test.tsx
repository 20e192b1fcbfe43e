import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { PageConflictDialog } from '#client/admin/pages/editor/PageConflictDialog.tsx';
import { createPageCalls } from '#client/admin/pages/editor/page-calls.ts';
import { readUnsavedContent, usePageEditor } from '#client/admin/pages/editor/use-page-editor.ts';
import type { PageContent } from '#shared/pages/page-content.ts';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const contentOf = (title: string): PageContent => ({
  title,
  image: null,
  sections: [{ id: 1, kind: 'html', text: { html: `<p>${title}</p>` } }],
});
const draftOf = (revision: number, content: PageContent | null) => ({
  revision,
  content,
  pageRevision: 3,
  publishAt: null,
  failure: null,
  editedAt: null,
  editedBy: null,
});
const read = 'GET /admin/page/1/draft';
const save = 'PUT /admin/page/1/draft';
const publish = 'POST /admin/page/1/draft/publish';
const published = { revision: 3, content: contentOf('Published') };
const stored = { data: { id: 1, type: 'ESTATE', published, draft: draftOf(0, null) } };
const calls = createPageCalls(1);

/** Renders the state of the page editor, with buttons in place of the visual editor. */
function Editor(): ReactNode {
  const editor = usePageEditor(1, calls);
  if (!editor.content) return null;
  return (
    <>
      <output>{String(editor.content.title)}</output>
      <button type="button" onClick={() => editor.change(contentOf('Typed'))}>
        Type
      </button>
      <button type="button" onClick={() => editor.save()}>
        Save
      </button>
      <button type="button" onClick={() => editor.publish()}>
        Publish
      </button>
      {editor.conflict && <PageConflictDialog conflict={editor.conflict} editor={editor} />}
    </>
  );
}

async function typeAnd(button: 'Save' | 'Publish'): Promise<void> {
  renderInAdmin(<Editor />);
  await userEvent.click(await screen.findByRole('button', { name: 'Type' }));
  await userEvent.click(screen.getByRole('button', { name: button }));
}

function expectEntered(): void {
  expect(document.querySelector('output')?.textContent).toBe('Typed');
  expect(readUnsavedContent(sessionStorage, 1)?.title).toBe('Typed');
}

beforeEach(() => sessionStorage.clear());

describe('the page editor', () => {
  it.each([
    ['is unavailable', () => ({ status: 503, message: '' })],
    [
      'closes the connection',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('keeps what was typed while the API %s', async (_, answer) => {
    stubApi({ [read]: stored, [save]: answer });
    await typeAnd('Save');
    expect(await screen.findByText(t('admin-pages.failed.save'))).toBeDefined();
    expectEntered();
  });

  it('publishes on the saved draft if the API was unavailable between the save and the publication', async () => {
    let isAway = true;
    const sent = stubApi({
      [read]: stored,
      [save]: ({ body }) => ({
        data: { draft: draftOf((body as { revision: number }).revision + 1, contentOf('Typed')) },
      }),
      [publish]: () =>
        isAway
          ? { status: 503, message: '' }
          : { data: { published: { revision: 4, content: contentOf('Typed') }, draft: draftOf(3, null) } },
    });
    await typeAnd('Publish');
    expect(await screen.findByText(t('admin-pages.failed.publish'))).toBeDefined();
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
    expect(await screen.findByText(t('admin-pages.published'))).toBeDefined();
    const revisions = sent
      .filter(({ body }) => body)
      .map(({ name, body }) => [name, (body as { revision: number }).revision]);
    expect(revisions).toEqual([
      [save, 0],
      [publish, 1],
      [save, 1],
      [publish, 2],
    ]);
  });

  it('opens the dialog to log in again when the session has ended, and keeps what was typed', async () => {
    stubApi({ [read]: stored, [save]: { status: 401, message: 'Log in again.' } });
    await typeAnd('Save');
    expect(await screen.findByRole('dialog', { name: t('admin.sessionEnded.title') })).toBeDefined();
    expectEntered();
  });

  it('shows both versions after a conflict, and saves the chosen one on the newer revision', async () => {
    const sent = stubApi({
      [read]: stored,
      [save]: ({ body }) =>
        (body as { revision: number }).revision === 7
          ? { data: { draft: draftOf(8, contentOf('Typed')) } }
          : {
              status: 409,
              message: 'Somebody else has saved this draft.',
              present: draftOf(7, contentOf('Theirs')),
            },
    });
    await typeAnd('Save');
    const dialog = await screen.findByRole('dialog', { name: t('admin-pages.conflict.save') });
    for (const title of ['admin.stale.mine', 'admin.stale.theirs'] as const)
      expect(within(dialog).getByRole('heading', { name: t(title) })).toBeDefined();
    await userEvent.click(within(dialog).getByRole('button', { name: t('admin.stale.saveMine') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent.at(-1)).toMatchObject({ name: save, body: { revision: 7, content: { title: 'Typed' } } });
  });

  it('keeps what was typed if the API is unavailable when the other version is taken', async () => {
    let isAway = false;
    stubApi({
      [read]: () => (isAway ? { status: 503, message: '' } : stored),
      [save]: { status: 409, message: 'Stale.', present: draftOf(7, contentOf('Theirs')) },
    });
    await typeAnd('Save');
    isAway = true;
    await userEvent.click(await screen.findByRole('button', { name: t('admin.stale.takeTheirs') }));
    expect(await screen.findByText(t('admin-pages.failed.read'))).toBeDefined();
    expectEntered();
  });
});
