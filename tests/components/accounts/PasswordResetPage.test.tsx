import { screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { LocationContext } from '#client/core/navigation.ts';
import { Page } from '#client/features/accounts/PasswordResetPage.tsx';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const token = 'r'.repeat(43);
const renderPage = () =>
  renderInApp(
    <LocationContext value={{ pathname: `/password/reset/${token}`, search: '', hash: '' }}>
      <Page data={{ title: 'New password' }} />
    </LocationContext>,
  );

afterEach(() => vi.unstubAllGlobals());

describe('PasswordResetPage', () => {
  test('shows the form once the link has been checked', async () => {
    const calls = stubApi({ 'POST /password/reset/check': { data: {} } });
    renderPage();
    expect(screen.queryByLabelText(t('accounts.field.new-password'))).toBeNull();
    expect(await screen.findByLabelText(t('accounts.field.new-password'))).toBeTruthy();
    expect(calls).toEqual([{ name: 'POST /password/reset/check', body: { token } }]);
  });

  test('shows at once that a used link no longer works, without a form', async () => {
    stubApi({ 'POST /password/reset/check': { status: 422, message: 'expired' } });
    renderPage();
    expect(await screen.findByRole('heading', { name: t('accounts.reset.failed') })).toBeTruthy();
    expect(screen.queryByLabelText(t('accounts.field.new-password'))).toBeNull();
    expect(screen.getByRole('link', { name: t('accounts.reset.again') })).toBeTruthy();
  });

  test('shows the form when the check fails', async () => {
    stubApi({ 'POST /password/reset/check': { status: 503, message: '' } });
    renderPage();
    expect(await screen.findByLabelText(t('accounts.field.new-password'))).toBeTruthy();
  });
});
