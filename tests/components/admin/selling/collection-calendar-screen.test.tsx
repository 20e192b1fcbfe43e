import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import CollectionCalendarScreen from '#client/admin/selling/CollectionCalendarScreen.tsx';
import { renderInAdmin, t as translate } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const t = (key: string, values?: Record<string, string>) => translate(`admin-selling.calendar.${key}`, values);
const list = 'GET /admin/collection-schedule?nbItem=100&page=1';
const calendar = 'GET /admin/collection-calendar?address=4&month=11&year=2026';
const save = 'PUT /admin/collection-schedule/4';
const harvest = { from: '2026-11-20', to: '2026-11-20', reason: 'Harvest' };
const slots = [{ id: 1, weekdays: ['FRIDAY'], from: '10:00', to: '12:00', capacity: 2 }];
const times = (revision: number, closures: object[]) => ({
  key: 4,
  revision,
  archivedAt: null,
  item: { address: 4, schedules: slots, closures },
});
const slotOn = (date: string, isClosed: boolean, orders: object[] = []) => ({
  date,
  idSchedule: 1,
  from: '10:00',
  to: '12:00',
  capacity: 2,
  isClosed,
  orders,
});
const order = { id: 7, number: '2026-00007', customer: 'Camille Vignaud' };

function renderCalendar(responses: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({
    [list]: { data: { items: [times(3, [harvest])], total: 1 } },
    [calendar]: {
      data: {
        slots: [slotOn('2026-11-06', false), slotOn('2026-11-20', true), slotOn('2026-11-27', false, [order])],
        closures: [harvest],
      },
    },
    'GET /admin/collection-schedule/4': { data: times(4, [harvest]) },
    ...responses,
  });
  renderInAdmin(<CollectionCalendarScreen />);
  return calls;
}
const findDay = async (day: string): Promise<HTMLElement> =>
  (await screen.findByRole('heading', { name: day }, { timeout: 20_000 })).parentElement as HTMLElement;
async function openDialog(): Promise<HTMLElement> {
  const day = await findDay('Friday 27 November');
  await userEvent.click(within(day).getByRole('button', { name: `${t('closeDay')} (Friday 27 November)` }));
  return screen.findByRole('dialog', { name: t('closeTitle', { day: 'Friday 27 November' }) });
}
const confirm = (dialog: HTMLElement) => userEvent.click(within(dialog).getByRole('button', { name: t('closeDay') }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-18T08:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('CollectionCalendarScreen', { timeout: 60_000 }, () => {
  it('links the orders of a day to their screens, and the address to its collection times', async () => {
    renderCalendar();
    const link = await screen.findByRole('link', { name: order.number }, { timeout: 20_000 });
    expect(link.getAttribute('href')).toBe('/order/7/show');
    expect(screen.getByRole('link', { name: t('editTimes') }).getAttribute('href')).toBe('/collection-schedule/4');
  });

  it('links a closed day to the closures, and offers no closure of a day that is over', async () => {
    renderCalendar();
    const closed = within(await findDay('Friday 20 November'));
    expect(closed.getByRole('link', { name: t('editClosures') }).getAttribute('href')).toBe('/collection-schedule/4');
    expect(closed.queryByRole('button')).toBeNull();
    expect(within(await findDay('Friday 6 November')).queryByRole('button')).toBeNull();
  });

  it('says that there are no collection times only once the API has said so', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    renderCalendar({ [list]: () => promise.then(() => ({ data: { items: [], total: 0 } })) });
    expect(await screen.findByText(t('help'), {}, { timeout: 20_000 })).toBeDefined();
    expect(screen.queryByText(t('none'))).toBeNull();
    resolve();
    expect(await screen.findByText(t('none'))).toBeDefined();
  });

  it('offers a retry if the collection times could not be loaded', async () => {
    let isDown = true;
    renderCalendar({
      [list]: () => (isDown ? { status: 503, message: '' } : { data: { items: [times(3, [harvest])], total: 1 } }),
    });
    expect(await screen.findByText(translate('admin.loadFailed'), {}, { timeout: 20_000 })).toBeDefined();
    expect(screen.queryByText(t('none'))).toBeNull();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: translate('admin.retry') }));
    expect(await findDay('Friday 27 November')).toBeDefined();
  });

  it('closes a day with a reason beside the other closures, and reads the calendar again', async () => {
    const calls = renderCalendar({ [save]: { data: { key: 4 } } });
    const dialog = await openDialog();
    await userEvent.type(within(dialog).getByLabelText(t('reason')), 'Wine fair');
    await confirm(dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const closure = { from: '2026-11-27', to: '2026-11-27', reason: 'Wine fair' };
    expect(calls.find(({ name }) => name === save)?.body).toEqual({
      revision: 3,
      item: { address: 4, schedules: slots, closures: [harvest, closure] },
    });
    await waitFor(() => expect(calls.filter(({ name }) => name === calendar)).toHaveLength(2));
  });

  it('keeps the reason while the API is unavailable', async () => {
    renderCalendar({ [save]: { status: 503, message: '' } });
    const dialog = await openDialog();
    await userEvent.type(within(dialog).getByLabelText(t('reason')), 'Wine fair');
    await confirm(dialog);
    expect(await screen.findByText(translate('admin.callFailed'))).toBeDefined();
    expect(within(dialog).getByLabelText<HTMLInputElement>(t('reason')).value).toBe('Wine fair');
  });

  it('adds the closure to the present times after another user has changed them', async () => {
    const inn = { from: '2026-12-24', to: '2026-12-26', reason: '' };
    let isChanged = false;
    const calls = renderCalendar({
      [list]: () => ({ data: { items: [isChanged ? times(5, [harvest, inn]) : times(3, [harvest])], total: 1 } }),
      [save]: () => {
        if (isChanged) return { data: { key: 4 } };
        isChanged = true;
        return { status: 409, message: 'Somebody else has saved.', present: times(5, [harvest, inn]) };
      },
    });
    const dialog = await openDialog();
    await confirm(dialog);
    expect(await screen.findByText('Somebody else has saved.')).toBeDefined();
    await waitFor(() => expect(calls.filter(({ name }) => name === list)).toHaveLength(2));
    await confirm(dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls.findLast(({ name }) => name === save)?.body).toMatchObject({
      revision: 5,
      item: { closures: [harvest, inn, { from: '2026-11-27' }] },
    });
  });
});
