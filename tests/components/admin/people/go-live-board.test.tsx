import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import GoLiveBoard from '#client/admin/people/GoLiveBoard.tsx';
import { buildParameterPath } from '#client/admin/site/build-parameter-path.ts';
import type { StaffRole } from '#shared/accounts/roles.ts';
import {
  type GoLiveCheckInput,
  type GoLiveTaskCode,
  listGoLiveTasksWithState,
  type MailDomainCheck,
  resolveTextParameters,
} from '#shared/site/go-live.ts';
import { renderInAdmin, t as translate } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const t = (key: string, values?: Record<string, number>) => translate(`admin-people.${key}`, values);
const read = 'GET /admin/go-live';
const newSite: GoLiveCheckInput = {
  texts: { SALE_TERMS: '' },
  hosts: ['localhost'],
  paymentMethods: 0,
  contradictions: [],
  hasAccessibilityPage: false,
  deliveryMethods: 1,
  products: 0,
  unpricedVariants: 0,
};
const board = (state: GoLiveCheckInput, isSelling = false) => ({
  data: { tasks: listGoLiveTasksWithState(state), isSelling },
});
const siteInfo = {
  data: { key: '', revision: 1, archivedAt: null, item: { fonts: [], isWinemaker: true, isBuilding: true } },
};

function renderBoard(answer: Parameters<typeof stubApi>[0][string], role?: StaffRole) {
  const calls = stubApi({ [read]: answer, 'GET /admin/site-info': siteInfo });
  renderInAdmin(<GoLiveBoard />, '/go-live', role);
  return calls;
}
const findTask = async (code: GoLiveTaskCode) =>
  within((await screen.findByText(t(`task.${code}`), {}, { timeout: 20_000 })).closest('li') as HTMLElement);
const findHref = async (code: GoLiveTaskCode) =>
  (await findTask(code)).queryByRole('link', { name: t('goLive.go') })?.getAttribute('href');

describe('GoLiveBoard', { timeout: 60_000 }, () => {
  it('links to the form of a stored text, and to the form of a new item for a text that was never set', async () => {
    renderBoard(board(newSite));
    expect(await findHref('terms')).toBe('/parameter/SALE_TERMS');
    expect(await findHref('legal-notice')).toBe(buildParameterPath('LEGAL_NOTICE', false));
    expect(await findHref('privacy-policy')).toBe(buildParameterPath('PRIVACY_POLICY', false));
    expect(await findHref('mail-sender')).toBe(buildParameterPath('COMPANY_EMAIL', false));
    expect(await findHref('payment-methods')).toBe('/payment-method');
  });

  it('names the language in which a text is to be completed', async () => {
    const texts = { SALE_TERMS: { fr_FR: '[à compléter]', en: 'Terms' } };
    renderBoard(board({ ...newSite, ...resolveTextParameters(texts, ['fr_FR', 'en'], 'en') }));
    const hint = translate('admin-people.goLive.languages', { languages: 'Français' });
    expect((await findTask('terms')).getByText(hint, { exact: false })).toBeDefined();
    expect((await findTask('legal-notice')).queryByText('Français', { exact: false })).toBeNull();
  });

  it('links to the domains for a SUPER_ADMIN', async () => {
    renderBoard(board(newSite), 'SUPER_ADMIN');
    expect(await findHref('domain')).toBe('/domain');
  });

  it('has no link to the domains for an ADMIN, who cannot open them', async () => {
    renderBoard(board(newSite), 'ADMIN');
    const domain = await findTask('domain');
    expect(domain.getByText(t('task.domain.text'))).toBeDefined();
    expect(domain.queryByRole('link')).toBeNull();
    expect(await findHref('legal-notice')).toBeDefined();
  });

  it('counts the open duties, and offers no link for what is done', async () => {
    renderBoard(board(newSite));
    expect(await screen.findByText(t('goLive.dutiesOpen', { count: 5 }))).toBeDefined();
    expect((await findTask('delivery')).getByTitle(t('goLive.done'))).toBeDefined();
    expect(await findHref('delivery')).toBeUndefined();
    expect((await findTask('terms')).getByTitle(t('goLive.open'))).toBeDefined();
  });

  it.each([
    [true, 'goLive.selling'],
    [false, 'goLive.ready'],
  ])('shows whether a site without open duties sells (%s)', async (isSelling, key) => {
    const tasks = listGoLiveTasksWithState(newSite).map((task) => ({ ...task, isDone: true }));
    renderBoard({ data: { tasks, isSelling } });
    expect(await screen.findByText(t(key))).toBeDefined();
    expect(screen.queryByRole('link', { name: t('goLive.go') })).toBeNull();
  });

  it.each<[string, MailDomainCheck['missing'], string, string[]]>([
    ['lacks both records', ['MX', 'SPF'], 'goLive.open', ['mailDomain.missing.MX', 'mailDomain.missing.SPF']],
    ['lacks one record', ['SPF'], 'goLive.open', ['mailDomain.missing.SPF']],
    ['could not be checked', null, 'goLive.unchecked', ['mailDomain.unchecked']],
  ])('explains what to do about a mail domain that %s', async (_, missing, state, texts) => {
    const mailDomain = { domain: 'estate.example', missing };
    renderBoard(board({ ...newSite, mailDomain }));
    const task = await findTask('mail-domain');
    expect(task.getByTitle(t(state))).toBeDefined();
    expect(
      task.getByText(texts.map((key) => translate(`admin-people.${key}`, { domain: 'estate.example' })).join(' ')),
    ).toBeDefined();
    await userEvent.click(task.getByRole('button', { name: t('mailDomain.guide') }));
    const guide = await screen.findByRole('dialog', { name: translate('admin.help') }, { timeout: 20_000 });
    expect(await within(guide).findByRole('heading', { name: /e-mails/i })).toBeDefined();
  });

  it('offers no help about a mail domain that has its records', async () => {
    renderBoard(board({ ...newSite, mailDomain: { domain: 'estate.example', missing: [] } }));
    const task = await findTask('mail-domain');
    expect(task.getByTitle(t('goLive.done'))).toBeDefined();
    expect(task.queryByRole('button')).toBeNull();
  });

  it('shows that the API is unavailable, and reads the tasks on request', async () => {
    let isAway = true;
    renderBoard(() => (isAway ? { status: 503, message: '' } : board(newSite)));
    const retry = await screen.findByRole('button', { name: translate('admin.retry') });
    isAway = false;
    await userEvent.click(retry);
    expect(await findTask('terms')).toBeDefined();
  });
});
