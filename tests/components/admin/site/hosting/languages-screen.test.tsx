import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import LanguagesScreen from '#client/admin/site/hosting/LanguagesScreen.tsx';
import type { HostingView } from '#shared/site/site-hosting-contract.ts';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';
import { sampleHosting as hosting } from './sample-hosting.ts';

const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => vi.unstubAllGlobals());

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

  it('offers a retry if they could not be loaded', async () => {
    let isDown = true;
    stubApi({ 'GET /admin/language': () => (isDown ? { status: 503, message: '' } : { data: hosting }) });
    renderInAdmin(<LanguagesScreen />);
    expect(await screen.findByText(t('admin.loadFailed'), {}, { timeout: 20_000 })).toBeDefined();
    isDown = false;
    await click(t('admin.retry'));
    expect(await screen.findByRole('button', { name: t('admin-site.languages.save') })).toBeDefined();
  }, 30_000);

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
