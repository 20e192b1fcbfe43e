import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import SecurityScreen from '#client/admin/people/SecurityScreen.tsx';
import { renderInAdmin, t as translate } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const t = (key: string, values?: Record<string, string>) => translate(`admin-people.${key}`, values);
const factor = '/user/second-factor';
const session = { createdAt: '2026-11-01T08:00:00Z', lastUsedAt: '2026-11-02T08:00:00Z', isCurrent: false };
const windows = 'Mozilla/5.0 (Windows NT 10.0) Firefox/144.0';
const sessions = [
  { ...session, id: 1, device: windows, isCurrent: true },
  { ...session, id: 2, device: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Safari/604.1' },
  { ...session, id: 3, device: '' },
];
const reads = {
  'GET /user/session': { data: { sessions } },
  [`GET ${factor}`]: { data: { isEnabled: false, recoveryCodesLeft: 0 } },
};
const secret = { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Clos:a@b.example?secret=JBSWY3DPEHPK3PXP' };

async function send(label: string, text: string, button: string): Promise<void> {
  await userEvent.type(await screen.findByLabelText(new RegExp(`^${label}`)), text);
  await userEvent.click(screen.getByRole('button', { name: button }));
}
const findPassword = () => screen.findByLabelText<HTMLInputElement>(new RegExp(`^${t('factor.password')}`));

describe('the sessions of SecurityScreen', () => {
  it('names the devices, and ends a session but not the current one', async () => {
    const calls = stubApi({ ...reads, 'DELETE /user/session/2': { data: {} } });
    renderInAdmin(<SecurityScreen />);
    const rows = await screen.findAllByRole('listitem');
    expect(rows.map((row) => row.querySelector('p')?.textContent)).toEqual([
      'Firefox, Windows',
      'Safari, iPhone',
      t('session.unknown'),
    ]);
    const [current, phone] = rows as [HTMLElement, HTMLElement];
    expect(within(current).queryByRole('button')).toBeNull();
    await userEvent.click(within(phone).getByRole('button', { name: t('session.end') }));
    expect(await screen.findByText(t('session.ended'))).toBeDefined();
    expect(calls.filter(({ name }) => name === 'DELETE /user/session/2')).toHaveLength(1);
  });

  it('ends all other sessions, and has no button for that while there is only the current one', async () => {
    let open = sessions;
    stubApi({
      ...reads,
      'GET /user/session': () => ({ data: { sessions: open } }),
      'POST /logout/others': () => {
        open = sessions.slice(0, 1);
        return { data: {} };
      },
    });
    renderInAdmin(<SecurityScreen />);
    const button = await screen.findByRole('button', { name: t('session.endOthers') });
    await userEvent.click(button);
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(screen.queryByRole('button', { name: t('session.endOthers') })).toBeNull();
  });

  it('keeps the session in the list while the API is unavailable', async () => {
    stubApi({ ...reads, 'DELETE /user/session/2': { status: 503, message: '' } });
    renderInAdmin(<SecurityScreen />);
    const [button] = await screen.findAllByRole('button', { name: t('session.end') });
    await userEvent.click(button as HTMLElement);
    expect(await screen.findByText(translate('admin.callFailed'))).toBeDefined();
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
  });

  it('shows until the API responds that nothing could be read, and not that the two-step log-in is disabled', async () => {
    let isAway = true;
    const failing = (data: object) => () => (isAway ? { status: 503, message: '' } : { data });
    stubApi({
      'GET /user/session': failing({ sessions }),
      [`GET ${factor}`]: failing({ isEnabled: true, recoveryCodesLeft: 8 }),
    });
    renderInAdmin(<SecurityScreen />);
    await waitFor(() => expect(screen.getAllByText(translate('admin.loadFailed'))).toHaveLength(2));
    expect(screen.queryByText(t('factor.off'))).toBeNull();
    isAway = false;
    for (const button of screen.getAllByRole('button', { name: translate('admin.retry') }))
      await userEvent.click(button);
    expect(await screen.findByRole('button', { name: t('factor.disable') })).toBeDefined();
    await waitFor(() => expect(screen.queryByText(translate('admin.loadFailed'))).toBeNull());
  });
});

describe('the two-step log-in of SecurityScreen', () => {
  it('is switched on by password and code, and shows the recovery codes once', async () => {
    let isEnabled = false;
    const calls = stubApi({
      ...reads,
      [`GET ${factor}`]: () => ({ data: { isEnabled, recoveryCodesLeft: 2 } }),
      [`POST ${factor}`]: { data: secret },
      [`PUT ${factor}`]: () => {
        isEnabled = true;
        return { data: { recoveryCodes: ['aaaa-bbbb', 'cccc-dddd'] } };
      },
    });
    renderInAdmin(<SecurityScreen />);
    await send(t('factor.password'), 'Chai-des-Chenes', t('factor.start'));
    const picture = await screen.findByRole<HTMLImageElement>('img', { name: t('factor.qr') });
    expect(picture.src).toMatch(/^data:image\//);
    expect(screen.getByText(t('factor.secret', { secret: secret.secret }))).toBeDefined();
    await send(t('factor.code'), '123456', t('factor.confirm'));
    expect(await screen.findByText(/aaaa-bbbb\s+cccc-dddd/)).toBeDefined();
    expect(await screen.findByRole('button', { name: t('factor.disable') })).toBeDefined();
    const bodies = calls.filter(({ body }) => body).map(({ name, body }) => [name, body]);
    expect(bodies).toEqual([
      [`POST ${factor}`, { password: 'Chai-des-Chenes' }],
      [`PUT ${factor}`, { code: '123456' }],
    ]);
  });

  it('shows a wrong password at its field, and keeps the field until it is changed', async () => {
    stubApi({ ...reads, [`POST ${factor}`]: { status: 422, message: 'The password is wrong.' } });
    renderInAdmin(<SecurityScreen />);
    await send(t('factor.password'), 'wrong', t('factor.start'));
    expect(await screen.findByText('The password is wrong.')).toBeDefined();
    const field = await findPassword();
    expect(field.value).toBe('wrong');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'The password is wrong.',
    );
    await userEvent.type(field, '!');
    expect(screen.queryByText('The password is wrong.')).toBeNull();
  });

  it('keeps the QR code and the typed code while the API is unavailable', async () => {
    stubApi({ ...reads, [`POST ${factor}`]: { data: secret }, [`PUT ${factor}`]: { status: 503, message: '' } });
    renderInAdmin(<SecurityScreen />);
    await send(t('factor.password'), 'Chai-des-Chenes', t('factor.start'));
    await send(t('factor.code'), '123456', t('factor.confirm'));
    expect(await screen.findByText(translate('admin.callFailed'))).toBeDefined();
    expect(screen.getByRole('img', { name: t('factor.qr') })).toBeDefined();
    expect((await screen.findByLabelText<HTMLInputElement>(new RegExp(`^${t('factor.code')}`))).value).toBe('123456');
  });
});
