import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { AdminMenu } from '#client/admin/layout/AdminLayout.tsx';
import type { StaffRole } from '#shared/accounts/roles.ts';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';

/** Renders the menu on the screen of the customers, and opens the menu's group “Site”. */
async function openMenu(role: StaffRole): Promise<void> {
  renderInAdmin(<AdminMenu />, '/customer', role);
  await userEvent.click(await screen.findByRole('button', { name: t('admin.group.site') }));
}
const findEntry = (label: string) => screen.findByRole('link', { name: t(label) }, { timeout: 20_000 });

describe('AdminMenu', { timeout: 60_000 }, () => {
  it('shows a SUPER_ADMIN links to the staff and the domains', async () => {
    await openMenu('SUPER_ADMIN');
    expect((await findEntry('admin-people.staff.title')).getAttribute('href')).toBe('/staff');
    expect((await findEntry('admin-site.domains.title')).getAttribute('href')).toBe('/domain');
  });

  it('hides the staff and the domains from an ADMIN, beside the other entries of their groups', async () => {
    await openMenu('ADMIN');
    expect((await findEntry('admin-people.security.title')).getAttribute('href')).toBe('/security');
    expect((await findEntry('admin-site.languages.title')).getAttribute('href')).toBe('/language');
    expect(screen.queryByRole('link', { name: t('admin-people.staff.title') })).toBeNull();
    expect(screen.queryByRole('link', { name: t('admin-site.domains.title') })).toBeNull();
  });
});
