import { act } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { EstateLogo } from '#client/admin/layout/AdminAppBar.tsx';
import { holdResponse } from '#tests/components/hold-response.ts';
import { stubApi } from '#tests/components/stub-api.ts';
import { renderInAdmin } from './render-in-admin.tsx';

const createLogo = (type: string) => ({ id: 1, type, onlineImage: { url: `/image/${type.toLowerCase()}`, alt: '' } });
const shownLogos = () => [...document.querySelectorAll('img')].map((logo) => logo.getAttribute('src'));

afterEach(() => vi.unstubAllGlobals());

describe('EstateLogo', () => {
  test('shows the main logo once it has loaded, hidden from screen readers, as the site’s name is beside it', async () => {
    const response = holdResponse({ data: { logos: [createLogo('LOGO_FOOTER'), createLogo('LOGO')] } });
    stubApi({ 'GET /logo': response.respond });
    renderInAdmin(<EstateLogo />);
    expect(shownLogos()).toEqual([]);
    response.release();
    await vi.waitFor(() => expect(shownLogos()).toEqual(['/image/logo']));
    expect(document.querySelector('img')?.getAttribute('alt')).toBe('');
  });

  test.each([
    ['an estate without a main logo', { data: { logos: [createLogo('LOGO_FOOTER')] } }],
    ['a failed call', { status: 500, message: 'Out of order' }],
  ])('shows neither a logo nor a message for %s', async (_, response) => {
    const calls = stubApi({ 'GET /logo': response });
    renderInAdmin(<EstateLogo />);
    await vi.waitFor(() => expect(calls.map(({ name }) => name)).toContain('GET /logo'));
    await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
    expect(shownLogos()).toEqual([]);
    expect(document.body.textContent).not.toContain('Out of order');
  });
});
