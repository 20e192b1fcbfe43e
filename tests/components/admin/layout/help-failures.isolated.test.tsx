import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { loadGuideAsHtml } from '#client/admin/help/load-guide-as-html.ts';
import { HelpButton } from '#client/admin/layout/AdminAppBar.tsx';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

vi.mock('#client/admin/help/load-guide-as-html.ts', () => ({ loadGuideAsHtml: vi.fn() }));

describe('HelpButton while a file of the panel cannot be loaded', () => {
  it('shows the sentence of the screen and that the guide is missing', async () => {
    vi.mocked(loadGuideAsHtml).mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'));
    stubApi({});
    renderInAdmin(<HelpButton />, '/order');
    await userEvent.click(screen.getByRole('button', { name: t('admin.help') }));
    expect(await screen.findByText(t('admin.helpFailed'))).toBeDefined();
    expect(screen.getByText(t('admin-resources.order.help'))).toBeDefined();
  });

  it('leaves the panel with everything typed in place if the help itself is missing', async () => {
    vi.doMock('#client/admin/help/HelpDrawer.tsx', () => {
      throw new TypeError('Failed to fetch dynamically imported module');
    });
    stubApi({});
    renderInAdmin(
      <>
        <HelpButton />
        <input aria-label="Name" />
      </>,
      '/order',
    );
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    await userEvent.type(field, 'Merlot');
    await userEvent.click(screen.getByRole('button', { name: t('admin.help') }));
    expect(await screen.findByText(t('admin.helpFailed'))).toBeDefined();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(field.value).toBe('Merlot');
    expect(field.isConnected).toBe(true);
    vi.doUnmock('#client/admin/help/HelpDrawer.tsx');
  });
});
