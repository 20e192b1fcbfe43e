import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createPageCalls } from '#client/admin/pages/editor/page-calls.ts';
import type { PageEditorState } from '#client/admin/pages/editor/use-page-editor.ts';
import { VersionsDialog } from '#client/admin/pages/editor/VersionsDialog.tsx';
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
