import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ResourceContextProvider } from 'react-admin';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import ParameterEdit from '#client/admin/site/ParameterEdit.tsx';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const read = 'GET /admin/parameter/RCS_NUMBER';
const save = 'PUT /admin/parameter/RCS_NUMBER';
const toItem = (value: string, revision: number) => ({
  key: 'RCS_NUMBER',
  revision,
  archivedAt: null,
  item: { type: 'RCS_NUMBER', value },
});

function renderForm(): void {
  renderInAdmin(
    <ResourceContextProvider value="parameter">
      <Routes>
        <Route path="/parameter/:id" element={<ParameterEdit />} />
      </Routes>
    </ResourceContextProvider>,
    '/parameter/RCS_NUMBER',
  );
}

const findInput = async (): Promise<HTMLInputElement> => (await screen.findAllByRole('textbox'))[0] as HTMLInputElement;

async function typeAndSave(text: string): Promise<void> {
  const input = await findInput();
  await userEvent.clear(input);
  await userEvent.type(input, text);
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
}

describe('a form of the panel whose save fails', () => {
  it('shows the error of the API at its field and keeps what was typed', async () => {
    const errors = { value: 'Angoulême 512 345 678 is no number of this register.' };
    stubApi({ [read]: { data: toItem('Saintes 1', 1) }, [save]: { status: 422, message: 'Check the form.', errors } });
    renderForm();
    await typeAndSave('Angoulême 2');
    expect(await screen.findAllByText(errors.value)).toHaveLength(2);
    expect((await findInput()).value).toBe('Angoulême 2');
  });

  it('opens the dialog to log in again when the session has ended, and keeps what was typed', async () => {
    stubApi({ [read]: { data: toItem('Saintes 1', 1) }, [save]: { status: 401, message: 'Log in again.' } });
    renderForm();
    await typeAndSave('Saintes 2');
    const dialog = await screen.findByRole('dialog', { name: t('admin.sessionEnded.title') });
    const link = within(dialog).getByRole('link', { name: t('admin.sessionEnded.logIn') });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/auth?return=%2Fadmin', '_blank']);
    await userEvent.click(within(dialog).getByRole('button', { name: t('admin.sessionEnded.continue') }));
    expect((await findInput()).value).toBe('Saintes 2');
  });

  it('shows that what was typed is kept while the server does not respond', async () => {
    stubApi({ [read]: { data: toItem('Saintes 1', 1) }, [save]: { status: 503, message: '' } });
    renderForm();
    await typeAndSave('Saintes 2');
    expect(await screen.findByText(t('admin.callFailed'))).toBeDefined();
    expect((await findInput()).value).toBe('Saintes 2');
  });

  it('reports no conflict if the response to the first attempt was lost after the save', async () => {
    let stored: object = toItem('Saintes 1', 1);
    let attempts = 0;
    stubApi({
      [read]: () => ({ data: stored }),
      [save]: ({ body }) => {
        attempts += 1;
        if (attempts > 1) return { status: 409, message: 'Somebody else has saved this item.', present: stored };
        stored = { ...toItem('', 2), item: (body as { item: object }).item };
        throw new TypeError('Failed to fetch');
      },
    });
    renderForm();
    await typeAndSave('Saintes 2');
    expect(await screen.findByText(t('admin.callFailed'))).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(attempts).toBe(2));
    expect(await screen.findByText(/updated/i)).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect((await findInput()).value).toBe('Saintes 2');
  });

  it('shows both versions after a conflict, and saves the chosen one on the newer revision', async () => {
    let stored = toItem('Saintes 1', 1);
    const calls = stubApi({
      [read]: () => ({ data: stored }),
      [save]: ({ body }) => {
        const { revision } = body as { revision: number };
        if (revision === 2) {
          stored = toItem('Saintes 2', 3);
          return { data: { key: 'RCS_NUMBER' } };
        }
        stored = toItem('Cognac 7', 2);
        return { status: 409, message: 'Somebody else has saved this item.', present: stored };
      },
    });
    renderForm();
    await typeAndSave('Saintes 2');
    const dialog = await screen.findByRole('dialog', { name: t('admin.stale.title') });
    for (const version of ['Saintes 2', 'Cognac 7']) expect(within(dialog).getByText(version)).toBeDefined();
    await userEvent.click(within(dialog).getByRole('button', { name: t('admin.stale.saveMine') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const saves = calls.filter(({ name }) => name === save).map(({ body }) => body);
    expect(saves).toMatchObject([
      { revision: 1, item: { value: { en: 'Saintes 2' } } },
      { revision: 2, item: { value: { en: 'Saintes 2' } } },
    ]);
  });

  it('shows the stored version in the form once it is taken', async () => {
    let stored = toItem('Saintes 1', 1);
    stubApi({
      [read]: () => ({ data: stored }),
      [save]: () => {
        stored = toItem('Cognac 7', 2);
        return { status: 409, message: 'Somebody else has saved this item.', present: stored };
      },
    });
    renderForm();
    await typeAndSave('Saintes 2');
    await userEvent.click(await screen.findByRole('button', { name: t('admin.stale.takeTheirs') }));
    await waitFor(async () => expect((await findInput()).value).toBe('Cognac 7'));
  });
});
