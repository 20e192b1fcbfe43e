import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ResourceContextProvider } from 'react-admin';
import { describe, expect, it } from 'vitest';
import ThemeEdit from '#client/admin/site/ThemeEdit.tsx';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const theme = {
  primary: '#3f5a2a',
  accent: '#b8810a',
  ink: '#2b2a1c',
  fonts: [],
  backgrounds: { paper: '#faf5e6', raised: '#fffcf3', footer: '#efe5c8' },
  menu: { background: '#faf5e6', ink: '#2b2a1c', current: '#8a5f00' },
};
const parameter = {
  key: 'ACCENT_COLOR',
  revision: 1,
  archivedAt: null,
  item: { type: 'ACCENT_COLOR', value: '#b8810a' },
};

function renderThemeEdit() {
  let previews = 0;
  const calls = stubApi({
    'GET /admin/theme': { data: { key: '', revision: 1, archivedAt: null, item: theme } },
    'GET /admin/parameter?page=1&nbItem=100': { data: { items: [parameter], total: 1 } },
    'PUT /admin/theme/preview': () => ({ data: { url: `/admin/preview/1/token-${++previews}`, expiresAt: '' } }),
  });
  renderInAdmin(
    <ResourceContextProvider value="theme">
      <ThemeEdit />
    </ResourceContextProvider>,
  );
  const frame = () => screen.getByTitle(t('admin-site.theme.preview')).getAttribute('src');
  return { calls, frame };
}

describe('ThemeEdit', () => {
  it('shows the home page in the colours of the form before they are saved', async () => {
    const { calls, frame } = renderThemeEdit();
    await waitFor(() => expect(frame()).toBe('/admin/preview/1/token-1'), { timeout: 5_000 });
    const input = screen.getByRole('textbox', { name: /Main colour/ });
    await userEvent.clear(input);
    await userEvent.type(input, '#102030');
    await waitFor(() => expect(frame()).toBe('/admin/preview/1/token-2'), { timeout: 5_000 });
    const previews = calls.filter(({ name }) => name === 'PUT /admin/theme/preview');
    expect(previews.at(-1)?.body).toEqual({ theme: { ...theme, primary: '#102030' } });
    expect(calls.some(({ name }) => name === 'PUT /admin/theme')).toBe(false);
  });

  it('warns of a colour that is hard to read, and of a setting that overrides a colour', async () => {
    renderThemeEdit();
    const input = await screen.findByRole('textbox', { name: /Accent colour/ });
    await userEvent.clear(input);
    await userEvent.type(input, '#ffee88');
    expect(await screen.findByText(/“Accent colour” is hard to read/)).toBeDefined();
    const link = await screen.findByRole('link', { name: t('admin-site.theme.change-setting') });
    expect(link.getAttribute('href')).toBe('/parameter/ACCENT_COLOR');
  });
});
