import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LocationContext } from '#client/core/navigation.ts';
import { Page } from '#client/features/accounts/ReviewRefusalPage.tsx';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import { listAlerts } from '#tests/components/list-alerts.ts';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const token = '11111111-2222-4333-8444-555555555555';
const refuse = 'PUT /review/invitation/refuse';

function renderLink(sent?: FormSubmissionResult) {
  renderInApp(
    <LocationContext value={{ pathname: `/review/refuse/${token}`, search: '', hash: '' }}>
      <Page data={{ title: t('review-pages.refuse'), ...(sent && { sent }) }} />
    </LocationContext>,
  );
}
const confirm = () => userEvent.click(screen.getByRole('button', { name: t('review-pages.refuse.confirm') }));

afterEach(() => vi.unstubAllGlobals());

describe('ReviewRefusalPage', () => {
  test('refuses nothing before the click, and then shows what was done', async () => {
    const calls = stubApi({ [refuse]: { data: {} } });
    renderLink();
    expect(screen.getByText(t('review-pages.refuse.ready'))).toBeTruthy();
    expect(calls).toEqual([]);
    await confirm();
    const heading = await screen.findByRole('heading', { name: t('review-pages.refuse.done') });
    expect(document.activeElement?.contains(heading)).toBe(true);
    expect(calls).toEqual([{ name: refuse, body: { token } }]);
  });

  test('names other ways when the link no longer works', async () => {
    stubApi({ [refuse]: { status: 422, message: 'expired' } });
    renderLink();
    await confirm();
    expect(await screen.findByRole('heading', { name: t('review-pages.refuse.failed') })).toBeTruthy();
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
      expect.arrayContaining(['/account', '/contact']),
    );
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('reports that the API is down, and can be confirmed again', async () => {
    let isDown = true;
    stubApi({ [refuse]: () => (isDown ? { status: 503, message: '' } : { data: {} }) });
    renderLink();
    await confirm();
    await waitFor(() => expect(listAlerts()).toEqual([t('site.error.503.text')]));
    isDown = false;
    await confirm();
    expect(await screen.findByText(t('review-pages.refuse.done.text'))).toBeTruthy();
  });

  test('shows what was done without scripts', () => {
    stubApi({});
    renderLink({ status: 200, isAccepted: true, message: '', errors: {}, answers: {} });
    expect(screen.getByRole('heading', { name: t('review-pages.refuse.done') })).toBeTruthy();
    expect(screen.queryByRole('button')).toBeNull();
  });
});
