import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import DomainsScreen from '#client/admin/site/hosting/DomainsScreen.tsx';
import LanguagesScreen from '#client/admin/site/hosting/LanguagesScreen.tsx';
import type { HostingView } from '#shared/site/site-hosting-contract.ts';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const hosting: HostingView = {
  revision: 4,
  domains: [
    { name: 'estate.example', lang: 'en', isCanonical: true, isCurrent: true },
    { name: 'www.estate.example', lang: 'en', isCanonical: false, isCurrent: false },
  ],
  languages: ['en'],
  defaultLang: 'en',
  isEdited: false,
};
const added = {
  ...hosting,
  revision: 5,
  isEdited: true,
  domains: [...hosting.domains, { name: 'new.example', lang: 'en', isCanonical: false, isCurrent: false }],
};
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => vi.unstubAllGlobals());

it.each([
  ['domains', <DomainsScreen key="domains" />, 'GET /admin/domain', 'admin-site.domains.add'],
  ['languages', <LanguagesScreen key="languages" />, 'GET /admin/language', 'admin-site.languages.save'],
] as const)(
  'a retry is offered if the %s could not be loaded',
  async (_, screenElement, call, button) => {
    let isDown = true;
    stubApi({ [call]: () => (isDown ? { status: 503, message: '' } : { data: hosting }) });
    renderInAdmin(screenElement);
    expect(await screen.findByText(t('admin.loadFailed'), {}, { timeout: 20_000 })).toBeDefined();
    isDown = false;
    await click(t('admin.retry'));
    expect(await screen.findByRole('button', { name: t(button) })).toBeDefined();
  },
  30_000,
);

describe('DomainsScreen', () => {
  const reads = { 'GET /admin/domain': { data: hosting } };
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

describe('LanguagesScreen', () => {
  const save = 'PUT /admin/language';
  const bilingual: HostingView = {
    ...hosting,
    languages: ['en', 'fr_FR'],
    domains: [
      { name: 'estate.example', lang: 'en', isCanonical: true, isCurrent: true },
      { name: 'fr.estate.example', lang: 'fr_FR', isCanonical: true, isCurrent: false },
    ],
  };

  it('adds a language at a free domain', async () => {
    const calls = stubApi({ 'GET /admin/language': { data: hosting }, [save]: { data: bilingual } });
    renderInAdmin(<LanguagesScreen />);
    await click(t('admin-site.languages.add', { language: 'French' }));
    await click(t('admin-site.languages.save'));
    await waitFor(() =>
      expect(calls.find(({ name }) => name === save)?.body).toEqual({
        revision: 4,
        languages: [{ lang: 'en' }, { lang: 'fr_FR', domain: 'www.estate.example' }],
        defaultLang: 'en',
      }),
    );
  });

  it('shows what is hidden before a language is taken away, and keeps the last one', async () => {
    const calls = stubApi({ 'GET /admin/language': { data: bilingual }, [save]: { data: hosting } });
    renderInAdmin(<LanguagesScreen />);
    await click(t('admin-site.languages.remove.name', { language: 'French' }));
    const warning = t('admin-site.languages.remove.warning', { language: 'French', domains: 'fr.estate.example' });
    expect(screen.getByText(warning)).toBeDefined();
    const last = screen.getByRole('button', { name: t('admin-site.languages.remove.name', { language: 'English' }) });
    expect(last).toHaveProperty('disabled', true);
    await click(t('admin-site.languages.save'));
    await waitFor(() =>
      expect(calls.find(({ name }) => name === save)?.body).toMatchObject({ languages: [{ lang: 'en' }] }),
    );
  });

  it('shows other staff than a SUPER_ADMIN who adds a language', async () => {
    stubApi({ 'GET /admin/language': { data: bilingual } });
    renderInAdmin(<LanguagesScreen />, '/', 'ADMIN');
    await click(t('admin-site.languages.remove.name', { language: 'French' }));
    const reserved = t('admin-site.languages.superAdmin', { language: 'French' });
    const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(alerts).toContainEqual(expect.stringContaining(reserved));
    // The removal can be undone before it is saved.
    await click(t('admin-site.languages.add', { language: 'French' }));
    expect(screen.queryByText(reserved, { exact: false })).toBeNull();
  });

  it('offers no new language to other staff than a SUPER_ADMIN', async () => {
    stubApi({ 'GET /admin/language': { data: hosting } });
    renderInAdmin(<LanguagesScreen />, '/', 'ADMIN');
    expect(await screen.findByText(t('admin-site.languages.superAdmin', { language: 'French' }))).toBeDefined();
    expect(screen.queryByRole('button', { name: t('admin-site.languages.add', { language: 'French' }) })).toBeNull();
  });

  it.each([
    ['SUPER_ADMIN', 1],
    ['ADMIN', 0],
  ] as const)(
    'shows that an import keeps the languages, and lets a SUPER_ADMIN alone revert them: %s',
    async (role, buttons) => {
      stubApi({ 'GET /admin/language': { data: { ...hosting, isEdited: true } } });
      renderInAdmin(<LanguagesScreen />, '/', role);
      expect(await screen.findByText(t('admin-site.domains.edited'))).toBeDefined();
      expect(screen.queryAllByRole('button', { name: t('admin-site.domains.revertToImport') })).toHaveLength(buttons);
    },
  );

  it('shows who adds a domain if none is free', async () => {
    const single = { ...hosting, domains: hosting.domains.slice(0, 1) };
    stubApi({ 'GET /admin/language': { data: single } });
    renderInAdmin(<LanguagesScreen />);
    expect(await screen.findByText(t('admin-site.languages.noDomain', { language: 'French' }))).toBeDefined();
  });
});
