import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { RecordContextProvider, ResourceContextProvider } from 'react-admin';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { KeptByImportNotice } from '#client/admin/resources/ItemEditFrame.tsx';
import { KeptByImportBadge } from '#client/admin/resources/ResourceList.tsx';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const revertToImport = 'POST /admin/revert-to-import';
const record = { id: 7, $revision: 3, $archivedAt: null, $keptByImport: true };
const renderFor = (value: object) =>
  renderInAdmin(
    <ResourceContextProvider value="tag">
      <RecordContextProvider value={value}>
        <KeptByImportBadge />
        <KeptByImportNotice />
        <p>the form</p>
      </RecordContextProvider>
    </ResourceContextProvider>,
  );
const findButton = () => screen.findByRole('button', { name: t('admin.kept.revertToImport') });

describe('an item that imports do not overwrite', () => {
  beforeEach(() => vi.unstubAllGlobals());

  it('is marked, and reverted only after a confirmation', async () => {
    const calls = stubApi({ [revertToImport]: { data: {} } });
    vi.stubGlobal('confirm', vi.fn().mockReturnValueOnce(false).mockReturnValueOnce(true));
    renderFor(record);
    expect(await screen.findByRole('img', { name: t('admin.kept.notice') })).toBeDefined();
    await userEvent.click(await findButton());
    expect(calls.some(({ name }) => name === revertToImport)).toBe(false);
    await userEvent.click(await findButton());
    await waitFor(() =>
      expect(calls.find(({ name }) => name === revertToImport)?.body).toEqual({ resource: 'tag', key: 7, revision: 3 }),
    );
    expect(await screen.findByText(t('admin.kept.done'))).toBeDefined();
  });

  it('names the key of the only item of a resource as empty', async () => {
    const calls = stubApi({ [revertToImport]: { data: {} } });
    vi.stubGlobal('confirm', () => true);
    renderFor({ ...record, id: 'site' });
    await userEvent.click(await findButton());
    await waitFor(() => expect(calls.find(({ name }) => name === revertToImport)?.body).toMatchObject({ key: '' }));
  });

  it('shows why it cannot be reverted', async () => {
    stubApi({ [revertToImport]: { status: 409, message: 'Somebody has changed this item.' } });
    vi.stubGlobal('confirm', () => true);
    renderFor(record);
    await userEvent.click(await findButton());
    expect(await screen.findByText('Somebody has changed this item.')).toBeDefined();
  });

  it('is not marked without edits', async () => {
    renderFor({ id: 7, $revision: 0, $archivedAt: null });
    expect(await screen.findByText('the form')).toBeDefined();
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.queryByRole('button', { name: t('admin.kept.revertToImport') })).toBeNull();
  });
});
