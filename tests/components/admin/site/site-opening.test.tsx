import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ClosedSiteNotice } from '#client/admin/layout/ClosedSiteNotice.tsx';
import { SiteOpeningCard } from '#client/admin/site/SiteOpeningCard.tsx';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const siteInfo = { fonts: [], isWinemaker: true, isECommerce: true };
const readAs = (isBuilding: boolean, revision: number) => ({
  data: { key: '', revision, archivedAt: null, item: { ...siteInfo, isBuilding } },
});

describe('SiteOpeningCard', () => {
  it('closes the site only after the confirmation, and shows the new state', async () => {
    let isBuilding = false;
    const calls = stubApi({
      'GET /admin/site-info': () => readAs(isBuilding, isBuilding ? 4 : 3),
      'PUT /admin/site-info': () => {
        isBuilding = true;
        return { data: { key: '' } };
      },
    });
    renderInAdmin(<SiteOpeningCard />);
    await userEvent.click(await screen.findByRole('button', { name: t('admin-site.opening.open.button') }));
    const dialog = screen.getByRole('dialog', { name: t('admin-site.opening.open.question') });
    expect(dialog.textContent).toContain(t('admin-site.opening.open.consequence'));
    expect(calls.filter(({ name }) => name.startsWith('PUT'))).toEqual([]);
    const buttons = screen.getAllByRole('button', { name: t('admin-site.opening.open.button') });
    await userEvent.click(buttons.at(-1) as HTMLElement);
    expect(await screen.findByText(t('admin-site.opening.closed.title'))).toBeDefined();
    const saved = calls.find(({ name }) => name.startsWith('PUT'));
    expect(saved?.body).toEqual({ revision: 3, item: { ...siteInfo, isBuilding: true } });
  });

  it('shows the reason for which the API refuses to open the site', async () => {
    stubApi({
      'GET /admin/site-info': readAs(true, 3),
      'PUT /admin/site-info': { status: 409, message: 'Two legal duties are open.' },
    });
    renderInAdmin(<SiteOpeningCard />);
    await userEvent.click(await screen.findByRole('button', { name: t('admin-site.opening.closed.button') }));
    const buttons = screen.getAllByRole('button', { name: t('admin-site.opening.closed.button') });
    await userEvent.click(buttons.at(-1) as HTMLElement);
    expect(await screen.findByText('Two legal duties are open.')).toBeDefined();
    expect(screen.getByText(t('admin-site.opening.closed.title'))).toBeDefined();
  });
});

describe('ClosedSiteNotice', () => {
  it('links to the go-live board while the site is closed', async () => {
    stubApi({ 'GET /admin/site-info': readAs(true, 1) });
    renderInAdmin(<ClosedSiteNotice />);
    const link = await screen.findByRole('link', { name: t('admin-site.opening.notice') });
    expect(link.getAttribute('href')).toBe('/go-live');
  });
});
