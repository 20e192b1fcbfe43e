import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { VersionsDialog } from '#client/admin/pages/editor/EditorActions.tsx';
import { createPageCalls } from '#client/admin/pages/editor/page-calls.ts';
import type { PageEditorState } from '#client/admin/pages/editor/use-page-editor.ts';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

it('the dialog of versions says that there are none only once the API has said so', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  stubApi({ 'GET /admin/page/1/version': () => promise.then(() => ({ data: { versions: [] } })) });
  renderInAdmin(<VersionsDialog editor={{} as PageEditorState} calls={createPageCalls(1)} onClose={() => {}} />);
  expect(await screen.findByText(t('admin-pages.versionsTitle'))).toBeDefined();
  expect(screen.queryByText(t('admin-pages.noVersions'))).toBeNull();
  resolve();
  expect(await screen.findByText(t('admin-pages.noVersions'))).toBeDefined();
});

const versions = [1, 2].map((id) => ({ id, createdAt: '2026-03-01T10:00:00Z', publishedBy: null }));

it.each([true, false])('a version can be opened or published only without unsaved changes: %s', async (isUnsaved) => {
  stubApi({ 'GET /admin/page/1/version': () => ({ data: { versions } }) });
  const editor = { hasUnsavedChanges: isUnsaved, isBusy: false } as PageEditorState;
  renderInAdmin(<VersionsDialog editor={editor} calls={createPageCalls(1)} onClose={() => {}} />);
  for (const name of [t('admin-pages.openVersion'), t('admin-pages.publishVersion')])
    expect((await screen.findAllByRole('button', { name }))[0]).toHaveProperty('disabled', isUnsaved);
  expect(screen.queryByText(t('admin-pages.saveBeforeVersion')) !== null).toBe(isUnsaved);
});
