import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import DomainsScreen from '#client/admin/site/hosting/DomainsScreen.tsx';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';
import { sampleHosting as hosting } from './sample-hosting.ts';

const added = {
  ...hosting,
  revision: 5,
  isEdited: true,
  domains: [...hosting.domains, { name: 'new.example', lang: 'en', isCanonical: false, isCurrent: false }],
};
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => vi.unstubAllGlobals());

describe('DomainsScreen', () => {
  const reads = { 'GET /admin/domain': { data: hosting } };

  it('offers a retry if they could not be loaded', async () => {
    let isDown = true;
    stubApi({ 'GET /admin/domain': () => (isDown ? { status: 503, message: '' } : { data: hosting }) });
    renderInAdmin(<DomainsScreen />);
    expect(await screen.findByText(t('admin.loadFailed'), {}, { timeout: 20_000 })).toBeDefined();
    isDown = false;
    await click(t('admin.retry'));
    expect(await screen.findByRole('button', { name: t('admin-site.domains.add') })).toBeDefined();
  }, 30_000);

  const enterName = async (name: string) =>
    userEvent.type(await screen.findByLabelText(new RegExp(`^${t('admin-site.domains.name')}`)), name);

  it('adds a domain, and shows that an import keeps the list', async () => {
    const calls = stubApi({ ...reads, 'POST /admin/domain': { data: added } });
    renderInAdmin(<DomainsScreen />);
    await enterName('new.example');
    await click(t('admin-site.domains.add'));
    expect(await screen.findByText('new.example')).toBeDefined();
    expect(screen.getByText(t('admin-site.domains.edited'))).toBeDefined();
    const body = { name: 'new.example', lang: 'en', revision: 4, isCanonical: false };
    expect(calls.find(({ name }) => name === 'POST /admin/domain')?.body).toEqual(body);
  });

  it('shows why a domain is refused, and keeps what was typed', async () => {
    stubApi({ ...reads, 'POST /admin/domain': { status: 409, message: 'This domain is not available.' } });
    renderInAdmin(<DomainsScreen />);
    await enterName('taken.example');
    await click(t('admin-site.domains.add'));
    expect(await screen.findByText('This domain is not available.')).toBeDefined();
    expect(screen.getByDisplayValue('taken.example')).toBeDefined();
  });

  describe('for a domain without its verification record', () => {
    const record = { name: '_cuvee-verification.new.example', value: 'cuvee-site-verification=abc' };
    const unproven = { status: 409, message: 'The record is missing.', record };
    const valueField = () => screen.getByLabelText(t('admin-site.domains.proof.value'));

    it('shows the record that is missing, keeps what was typed, and checks again', async () => {
      let isPublished = false;
      stubApi({ ...reads, 'POST /admin/domain': () => (isPublished ? { data: added } : unproven) });
      renderInAdmin(<DomainsScreen />);
      await enterName('new.example');
      await click(t('admin-site.domains.add'));
      expect(await screen.findByDisplayValue(record.name)).toBeDefined();
      expect(valueField()).toHaveProperty('value', record.value);
      expect(screen.getByText(t('admin-site.domains.proof.title', { domain: 'new.example' }))).toBeDefined();
      expect(screen.getByDisplayValue('new.example')).toBeDefined();
      await click(t('admin-site.domains.proof.check'));
      expect(await screen.findByText('The record is missing.')).toBeDefined();
      isPublished = true;
      await click(t('admin-site.domains.proof.check'));
      await waitFor(() => expect(screen.queryByDisplayValue(record.name)).toBeNull());
      expect(screen.getByText('new.example')).toBeDefined();
    });

    const copy = t('admin-site.domains.proof.copy', { field: t('admin-site.domains.proof.value') });

    it('copies the value', async () => {
      stubApi({ ...reads, 'POST /admin/domain': unproven });
      renderInAdmin(<DomainsScreen />);
      await enterName('new.example');
      await click(t('admin-site.domains.add'));
      await click(copy);
      expect(await navigator.clipboard.readText()).toBe(record.value);
    });

    it('shows that the browser does not allow copying', async () => {
      vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('denied'));
      stubApi({ ...reads, 'POST /admin/domain': unproven });
      renderInAdmin(<DomainsScreen />);
      await enterName('new.example');
      await click(t('admin-site.domains.add'));
      await click(copy);
      expect(await screen.findByText(t('admin-site.domains.proof.copyFailed'), {}, { timeout: 10_000 })).toBeDefined();
    });

    it('keeps the record in view if the next check fails, and hides it for another name', async () => {
      const answers = [unproven, { status: 409, message: 'could not be checked now' }];
      stubApi({ ...reads, 'POST /admin/domain': () => answers.shift() ?? unproven });
      renderInAdmin(<DomainsScreen />);
      await enterName('new.example');
      await click(t('admin-site.domains.add'));
      await click(t('admin-site.domains.proof.check'));
      expect(await screen.findByText('could not be checked now')).toBeDefined();
      expect(screen.getByDisplayValue(record.name)).toBeDefined();
      await enterName('x');
      expect(screen.queryByDisplayValue(record.name)).toBeNull();
      expect(screen.getByRole('button', { name: t('admin-site.domains.add') })).toBeDefined();
    });

    it('shows the record in the dialog that renames a domain', async () => {
      stubApi({ ...reads, 'PUT /admin/domain/www.estate.example': unproven });
      renderInAdmin(<DomainsScreen />);
      const [, row] = await screen.findAllByRole('listitem');
      await userEvent.click(within(row!).getByRole('button', { name: t('admin-site.domains.edit') }));
      const dialog = within(await screen.findByRole('dialog'));
      await userEvent.type(dialog.getByLabelText(new RegExp(`^${t('admin-site.domains.name')}`)), 'x');
      await userEvent.click(dialog.getByRole('button', { name: t('admin-site.domains.save') }));
      expect(await dialog.findByDisplayValue(record.value)).toBeDefined();
      expect(dialog.getByDisplayValue('www.estate.examplex')).toBeDefined();
      expect(dialog.getByRole('button', { name: t('admin-site.domains.proof.check') })).toBeDefined();
    });
  });

  it('hands domains and languages back to the import after a confirmation', async () => {
    let isEdited = true;
    const calls = stubApi({
      'GET /admin/domain': () => ({ data: { ...hosting, isEdited } }),
      'POST /admin/revert-to-import': () => {
        isEdited = false;
        return { data: {} };
      },
    });
    renderInAdmin(<DomainsScreen />);
    await click(t('admin-site.domains.revertToImport'));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(t('admin-site.domains.revertToImport.consequence'))).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: t('admin-site.domains.revertToImport') }));
    await waitFor(() => expect(screen.queryByText(t('admin-site.domains.edited'))).toBeNull());
    const body = { resource: 'domain', key: '', revision: 4 };
    expect(calls.find(({ name }) => name === 'POST /admin/revert-to-import')?.body).toEqual(body);
  });

  it('offers no removal of the main domain, and removes another one after a confirmation', async () => {
    const remove = 'DELETE /admin/domain/www.estate.example?revision=4';
    const calls = stubApi({ ...reads, [remove]: { data: { ...hosting, domains: hosting.domains.slice(0, 1) } } });
    renderInAdmin(<DomainsScreen />);
    await click(t('admin-site.domains.remove'));
    expect(calls.some(({ name }) => name === remove)).toBe(false);
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: t('admin-site.domains.remove') }));
    await waitFor(() => expect(screen.queryByText('www.estate.example')).toBeNull());
  });

  it('names the consequence before another domain becomes the main one', async () => {
    const change = 'PUT /admin/domain/www.estate.example';
    const calls = stubApi({ ...reads, [change]: { data: hosting } });
    renderInAdmin(<DomainsScreen />);
    await click(t('admin-site.domains.makeMain'));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain(
      t('admin-site.domains.makeMain.consequence', { domain: 'www.estate.example' }),
    );
    await userEvent.click(within(dialog).getByRole('button', { name: t('admin-site.domains.makeMain') }));
    await waitFor(() => expect(calls.find(({ name }) => name === change)?.body).toMatchObject({ isCanonical: true }));
  });
});
