import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { WithdrawalForm } from '#client/features/withdrawals/WithdrawalForm.tsx';
import { holdResponse } from '#tests/components/hold-response.ts';
import { listAlerts } from '#tests/components/list-alerts.ts';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const call = 'POST /withdrawal';
const received = { data: { receivedAt: '2026-11-24T09:30:00Z' } };
const customer = {
  id: '7',
  email: 'ada@mail.example',
  phone: '',
  firstname: 'Ada',
  lastname: 'Byron',
  birthdate: '',
  role: 'MEMBER',
};

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const fields = () => ({
  name: field(t('withdrawals.name')),
  email: field(t('accounts.field.email')),
  orderNumber: field(t('withdrawals.number')),
});
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const declaration = () => screen.findByRole('region', { name: t('withdrawals.summary') });

async function fillIn() {
  const { name, email, orderNumber } = fields();
  await userEvent.type(name, 'Camille Vignaud');
  await userEvent.type(email, 'camille@mail.example');
  await userEvent.type(orderNumber, '2026-00042');
}

/** Fills in the declaration, continues to its confirmation and confirms it. */
async function declare() {
  await fillIn();
  await click(t('withdrawals.next'));
  await declaration();
  await click(t('withdrawals.confirm'));
}

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: stands for the response's Set-Cookie
  document.cookie = 'idSite=; max-age=0';
  window.history.replaceState(null, '', '/');
  vi.unstubAllGlobals();
});

describe('WithdrawalForm', () => {
  test('begins with empty fields for a visitor', async () => {
    stubApi({});
    renderInApp(<WithdrawalForm />);
    expect(Object.values(fields()).map(({ value }) => value)).toEqual(['', '', '']);
    expect(screen.queryByRole('button', { name: t('withdrawals.back') })).toBeNull();
    expect(listAlerts()).toEqual([]);
  });

  test('begins with the order of the link and the name of a customer', async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: stands for the response's Set-Cookie
    document.cookie = 'idSite=42';
    window.history.replaceState(null, '', '/withdrawal?order=2026-00042');
    stubApi({ 'GET /logged': { data: { logged: true } }, 'GET /user': { data: customer } });
    renderInApp(<WithdrawalForm />);
    await waitFor(() => expect(fields().name.value).toBe('Ada Byron'));
    expect(fields().email.value).toBe('ada@mail.example');
    expect(fields().orderNumber.value).toBe('2026-00042');
  });

  test('reports missing and wrong entries at their fields and moves the focus to the first', async () => {
    const calls = stubApi({});
    renderInApp(<WithdrawalForm />);
    await userEvent.type(fields().email, 'camille');
    await click(t('withdrawals.next'));
    const required = t('accounts.field.required');
    const name = await screen.findByRole('textbox', { name: t('withdrawals.name'), description: required });
    const described = (description: string) => screen.getByRole('textbox', { description });
    expect(described(`${t('withdrawals.email')} ${t('accounts.field.email.wrong')}`)).toBe(fields().email);
    expect(described(`${t('withdrawals.number.hint')} ${required}`)).toBe(fields().orderNumber);
    expect(document.activeElement).toBe(name);
    expect(calls.filter((each) => each.name === call)).toEqual([]);
  });

  test('shows the declaration with the focus before anything is sent', async () => {
    const calls = stubApi({});
    renderInApp(<WithdrawalForm />);
    await fillIn();
    await click(t('withdrawals.next'));
    const summary = await declaration();
    expect(summary.textContent).toContain(
      t('withdrawals.statement', { name: 'Camille Vignaud', number: '2026-00042' }),
    );
    expect(document.activeElement?.textContent).toBe(summary.textContent);
    expect(calls.filter((each) => each.name === call)).toEqual([]);
  });

  test('returns to the fields with what was typed and the focus in the first', async () => {
    stubApi({});
    renderInApp(<WithdrawalForm />);
    await fillIn();
    await click(t('withdrawals.next'));
    await declaration();
    await click(t('withdrawals.back'));
    expect(fields().name.value).toBe('Camille Vignaud');
    expect(fields().orderNumber.value).toBe('2026-00042');
    expect(document.activeElement).toBe(fields().name);
  });

  test('announces that the withdrawal is being sent, and ignores further clicks meanwhile', async () => {
    const held = holdResponse(received);
    const calls = stubApi({ [call]: held.respond });
    renderInApp(<WithdrawalForm />);
    await declare();
    await userEvent.click(await screen.findByRole('button', { name: t('withdrawals.confirm'), busy: true }));
    held.release();
    await screen.findByRole('status');
    expect(calls.flatMap(({ name, body }) => (name === call ? [body] : []))).toEqual([
      { name: 'Camille Vignaud', email: 'camille@mail.example', orderNumber: '2026-00042', message: '' },
    ]);
  });

  test('moves the focus to the receipt with its time', async () => {
    stubApi({ [call]: received });
    renderInApp(<WithdrawalForm />);
    await declare();
    const receipt = await screen.findByRole('status');
    expect(receipt.textContent).toContain('24 November 2026 at 10:30');
    expect(receipt.textContent).toContain('camille@mail.example');
    expect(document.activeElement?.firstElementChild).toBe(receipt);
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('returns to the field that the API refuses until it is corrected and confirmed again', async () => {
    let isRefused = true;
    const errors = { email: 'Not an address.' };
    stubApi({ [call]: () => (isRefused ? { status: 400, message: 'Invalid.', errors } : received) });
    renderInApp(<WithdrawalForm />);
    await declare();
    const description = `${t('withdrawals.email')} Not an address.`;
    const email = await screen.findByRole<HTMLInputElement>('textbox', { description });
    await waitFor(() => expect(document.activeElement).toBe(email));
    expect(email.value).toBe('camille@mail.example');
    isRefused = false;
    await userEvent.type(email, '.org');
    expect(fields().email.value).toBe('camille@mail.example.org');
    await click(t('withdrawals.next'));
    expect((await declaration()).textContent).toContain('camille@mail.example.org');
    await click(t('withdrawals.confirm'));
    expect(await screen.findByText(t('withdrawals.done'))).toBeTruthy();
  });

  test.each([
    ['a refusal', { status: 429, message: 'Too many declarations.' }, 'Too many declarations.'],
    ['that the API is down', { status: 503, message: '' }, t('site.error.503.text')],
  ])('shows %s, keeps the declaration and can be confirmed again', async (_, response, expected) => {
    let isDown = true;
    stubApi({ [call]: () => (isDown ? response : received) });
    renderInApp(<WithdrawalForm />);
    await declare();
    await waitFor(() => expect(listAlerts()).toEqual([expected]));
    expect((await declaration()).textContent).toContain('Camille Vignaud');
    isDown = false;
    await click(t('withdrawals.confirm'));
    expect(await screen.findByText(t('withdrawals.done'))).toBeTruthy();
  });
});
