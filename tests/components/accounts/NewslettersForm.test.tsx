import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { NewslettersForm } from '#client/features/accounts/settings/NewslettersForm.tsx';
import { holdResponse } from '#tests/components/hold-response.ts';
import { listAlerts } from '#tests/components/list-alerts.ts';
import { t } from '#tests/components/render-in-app.tsx';
import { renderWithToasts } from '#tests/components/render-with-toasts.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const listsCall = 'GET /user/newsletter/lists';
const subscriptionCall = 'GET /user/newsletter/subscription';
const save = 'PUT /user/newsletter/subscription';
const invitationCall = 'GET /user/review/invitation';
const saveInvitations = 'PUT /user/review/invitation';
const since = '2026-10-02T08:00:00Z';
const lists = [
  { id: 1, name: 'News', description: 'Four times a year' },
  { id: 2, name: 'Events', description: '' },
];
const createSubscriptions = (subscriptions: { id: number; state: string }[]) => ({
  data: {
    lists: subscriptions.map(({ id }) => id),
    subscriptions: subscriptions.map((subscription) => ({ ...subscription, since })),
  },
});
const loaded = {
  [listsCall]: { data: { lists } },
  [subscriptionCall]: createSubscriptions([{ id: 1, state: 'CONFIRMED' }]),
  [invitationCall]: { data: { isRefused: false } },
};

const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: new RegExp(name) });
const saveButton = () => screen.findByRole('button', { name: t('accounts.newsletters.save') });
const bodies = (calls: ReturnType<typeof stubApi>) => calls.flatMap(({ name, body }) => (name === save ? [body] : []));

/** Renders the loaded form and chooses the second newsletter in addition to the first. */
async function chooseEvents() {
  renderWithToasts(<NewslettersForm />);
  const button = await saveButton();
  await userEvent.click(box('Events'));
  return button;
}

afterEach(() => vi.unstubAllGlobals());

describe('NewslettersForm', () => {
  test('shows nothing to choose until the newsletters are loaded', async () => {
    const held = holdResponse(loaded[subscriptionCall]);
    stubApi({ ...loaded, [subscriptionCall]: held.respond });
    renderWithToasts(<NewslettersForm />);
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
    held.release();
    await saveButton();
    expect(box('News').checked).toBe(true);
    expect(box('Events').checked).toBe(false);
    expect(listAlerts()).toEqual([]);
  });

  test('shows since when each subscription exists or waits for its confirmation', async () => {
    const subscriptions = createSubscriptions([
      { id: 1, state: 'CONFIRMED' },
      { id: 2, state: 'PENDING' },
    ]);
    stubApi({ ...loaded, [subscriptionCall]: subscriptions });
    renderWithToasts(<NewslettersForm />);
    await saveButton();
    expect(box(t('accounts.newsletters.since', { since: '2 October 2026' })).checked).toBe(true);
    expect(box(t('accounts.newsletters.pending', { since: '2 October 2026' })).checked).toBe(false);
  });

  test('states that the estate has no newsletter, and offers the invitations to review alone', async () => {
    const calls = stubApi({
      ...loaded,
      [listsCall]: { data: { lists: [] } },
      [invitationCall]: { data: { isRefused: true } },
      [saveInvitations]: { data: { isRefused: false } },
    });
    renderWithToasts(<NewslettersForm />);
    expect(await screen.findByText(t('accounts.newsletters.none'))).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(await saveButton());
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain(t('accounts.saved')));
    expect(calls.filter(({ name }) => name.startsWith('PUT'))).toEqual([
      { name: saveInvitations, body: { isRefused: false } },
    ]);
  });

  test('refuses invitations to review, and keeps the choice if that fails', async () => {
    let isDown = true;
    const calls = stubApi({
      ...loaded,
      [saveInvitations]: () => (isDown ? { status: 503, message: '' } : { data: { isRefused: true } }),
    });
    renderWithToasts(<NewslettersForm />);
    const button = await saveButton();
    const invitations = box(t('accounts.newsletters.invitations'));
    expect(invitations.checked).toBe(true);
    await userEvent.click(invitations);
    await userEvent.click(button);
    await waitFor(() => expect(listAlerts()).toEqual([t('site.error.503.text')]));
    expect(invitations.checked).toBe(false);
    isDown = false;
    await userEvent.click(button);
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain(t('accounts.saved')));
    expect(invitations.checked).toBe(false);
    expect(calls.filter(({ name }) => name === saveInvitations).map(({ body }) => body)).toEqual([
      { isRefused: true },
      { isRefused: true },
    ]);
    expect(bodies(calls)).toEqual([]);
  });

  test('shows that the newsletters cannot be loaded', async () => {
    stubApi({ ...loaded, [listsCall]: { status: 503, message: '' } });
    renderWithToasts(<NewslettersForm />);
    await waitFor(() => expect(listAlerts()).toEqual([t('site.error.503.text')]));
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('saves the chosen newsletters, announces it and shows the new state', async () => {
    const saved = createSubscriptions([{ id: 2, state: 'CONFIRMED' }]);
    const calls = stubApi({ ...loaded, [save]: saved });
    const button = await chooseEvents();
    await userEvent.click(box('News'));
    await userEvent.click(button);
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain(t('accounts.saved')));
    expect(bodies(calls)).toEqual([{ lists: [2] }]);
    expect(box('News').checked).toBe(false);
    expect(box('Events.*Subscribed since').checked).toBe(true);
  });

  test('announces that it is being saved, and ignores further clicks meanwhile', async () => {
    const held = holdResponse(createSubscriptions([]));
    const calls = stubApi({ ...loaded, [save]: held.respond });
    await userEvent.click(await chooseEvents());
    await userEvent.click(screen.getByRole('button', { name: t('accounts.newsletters.save'), busy: true }));
    held.release();
    await waitFor(() => expect(screen.getByRole('status').textContent).toContain(t('accounts.saved')));
    expect(bodies(calls)).toEqual([{ lists: [1, 2] }]);
  });

  test.each([
    ['a refusal', { status: 429, message: 'Too many changes.' }, 'Too many changes.'],
    ['that the API is down', { status: 503, message: '' }, t('site.error.503.text')],
  ])('shows %s, keeps the choice and can be saved again', async (_, response, expected) => {
    let isDown = true;
    const saved = createSubscriptions(lists.map(({ id }) => ({ id, state: 'CONFIRMED' })));
    stubApi({ ...loaded, [save]: () => (isDown ? response : saved) });
    const button = await chooseEvents();
    await userEvent.click(button);
    await waitFor(() => expect(listAlerts()).toEqual([expected]));
    expect(box('Events').checked).toBe(true);
    isDown = false;
    await userEvent.click(button);
    await waitFor(() => expect(listAlerts()).toEqual([]));
    expect(box('Events.*Subscribed since').checked).toBe(true);
  });
});
