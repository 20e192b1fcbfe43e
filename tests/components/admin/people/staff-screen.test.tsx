import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import StaffScreen from '#client/admin/people/StaffScreen.tsx';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const colleague = {
  id: 7,
  email: 'lucie@estate.example',
  firstname: 'Lucie',
  lastname: 'Morel',
  role: 'ADMIN',
  revision: 3,
  lastActiveAt: '2026-11-02T08:00:00Z',
  hasSecondFactor: true,
};
const invitation = { id: 'k1', email: 'new@estate.example', role: 'ADMIN', expiresAt: '2026-12-01T08:00:00Z' };
const reads = {
  'GET /user': { data: { id: 1, email: 'owner@estate.example' } },
  'GET /admin/staff': { data: { staff: [colleague], invitations: [invitation] } },
};
const invite = 'POST /admin/staff/invitation';

const findEmail = () => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${t('admin-people.email')}`));
const sendInvitation = async (email: string) => {
  await userEvent.type(await findEmail(), email);
  await userEvent.click(screen.getByRole('button', { name: t('admin-people.invitation.send') }));
};

describe('StaffScreen', () => {
  beforeEach(() => vi.unstubAllGlobals());

  it('invites a colleague, and empties the field for the next email address', async () => {
    const calls = stubApi({ ...reads, [invite]: { data: {} } });
    renderInAdmin(<StaffScreen />);
    await sendInvitation('paul@estate.example');
    await waitFor(async () => expect((await findEmail()).value).toBe(''));
    expect(calls.find(({ name }) => name === invite)?.body).toEqual({ email: 'paul@estate.example', role: 'ADMIN' });
  });

  it('shows why an invitation is refused, and keeps the email address', async () => {
    stubApi({ ...reads, [invite]: { status: 409, message: 'This person already belongs to the staff.' } });
    renderInAdmin(<StaffScreen />);
    await sendInvitation('lucie@estate.example');
    expect(await screen.findByText('This person already belongs to the staff.')).toBeDefined();
    expect((await findEmail()).value).toBe('lucie@estate.example');
  });

  it('removes a colleague only after a confirmation', async () => {
    const remove = 'DELETE /admin/staff/7?revision=3';
    const calls = stubApi({ ...reads, [remove]: { data: {} } });
    const confirm = vi.fn().mockReturnValueOnce(false).mockReturnValueOnce(true);
    vi.stubGlobal('confirm', confirm);
    renderInAdmin(<StaffScreen />);
    const button = await screen.findByRole('button', { name: t('admin-people.staff.remove') });
    await userEvent.click(button);
    expect(calls.some(({ name }) => name === remove)).toBe(false);
    await userEvent.click(button);
    await waitFor(() => expect(calls.some(({ name }) => name === remove)).toBe(true));
    expect(confirm).toHaveBeenCalledWith(t('admin-people.staff.confirm', { name: 'Lucie Morel' }));
  });

  it('withdraws an open invitation', async () => {
    const withdraw = 'DELETE /admin/staff/invitation/k1';
    const calls = stubApi({ ...reads, [withdraw]: { data: {} } });
    renderInAdmin(<StaffScreen />);
    await userEvent.click(await screen.findByRole('button', { name: t('admin-people.invitation.withdraw') }));
    await waitFor(() => expect(calls.some(({ name }) => name === withdraw)).toBe(true));
  });
});
