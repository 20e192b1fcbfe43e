import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { HelpButton } from '#client/admin/layout/AdminAppBar.tsx';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

describe('HelpButton', () => {
  it.each([
    ['/page/3', t('admin-resources.page.help'), 'Pages and menu'],
    ['/go-live', t('admin-people.goLive.help'), 'Site'],
    ['/', 'The first screen shows what waits for you.', 'Today'],
  ])('explains the screen at %s', async (path, sentence, heading) => {
    stubApi({});
    renderInAdmin(<HelpButton />, path);
    await userEvent.click(screen.getByRole('button', { name: t('admin.help') }));
    const help = await screen.findByRole('dialog', { name: t('admin.help') });
    expect(await within(help).findByRole('heading', { level: 2, name: heading })).toBeDefined();
    expect(within(help).getByText(sentence)).toBeDefined();
    await userEvent.click(within(help).getByRole('button', { name: t('admin.closeHelp') }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
