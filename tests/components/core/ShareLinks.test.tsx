import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ShareLinks } from '#client/core/share/ShareLinks.tsx';
import { renderInApp, t } from '../render-in-app.tsx';

const renderLinks = () => renderInApp(<ShareLinks title="Harvest 2025" path="/news/harvest-2025/3" />);

test('links to networks open without opener and referrer and load nothing from the network', () => {
  const { container } = renderLinks();
  for (const target of ['whatsapp', 'facebook', 'x'] as const) {
    const link = screen.getByRole('link', { name: t(`site.share.${target}`) });
    expect(link.getAttribute('rel')).toBe('noopener noreferrer');
    expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('/news/harvest-2025/3');
  }
  expect(container.querySelector('img, script, iframe')).toBeNull();
});

test('the mail link contains the title with the name of the estate', () => {
  renderLinks();
  const link = screen.getByRole('link', { name: t('site.share.mail') });
  expect(decodeURIComponent(link.getAttribute('href') ?? '')).toContain('subject=Harvest 2025 – Clos');
});

test('a refused copy shows where the link can be found', async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  renderLinks();
  await user.click(screen.getByRole('button', { name: t('site.share.copy') }));
  expect(screen.getByRole('status').textContent).toBe(t('site.share.copy-failed'));
});
