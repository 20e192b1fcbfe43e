import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ElementPageData } from '#client/features/elements/element-teaser.ts';
import { Registration } from '#client/features/elements/Registration.tsx';
import type { ElementSlot } from '#shared/elements/elements-contract.ts';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import { holdResponse } from '#tests/components/hold-response.ts';
import { listAlerts } from '#tests/components/list-alerts.ts';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const call = 'POST /element/events/3/register';
const elementCall = 'GET /element/events/3';
const confirmed = { data: { state: 'CONFIRMED' } };

/** Creates a date in May 2027. */
const createSlot = (day: number, changes: Partial<ElementSlot> = {}): ElementSlot => ({
  id: day,
  startsAt: `2027-05-${day}T09:00:00Z`,
  endsAt: `2027-05-${day}T11:00:00Z`,
  capacity: 16,
  placesLeft: 16,
  registration: 'OPEN',
  ...changes,
});
const createElement = (slots: ElementSlot[], languages = ['en']) =>
  ({
    route: 'events',
    id: 3,
    path: '/events/walk/3',
    slots,
    languages,
    maxPeople: 8,
    pricePerPerson: 25,
  }) as Partial<ElementPageData> as ElementPageData;
const full = { placesLeft: 0, registration: 'FULL' } as const;
const waitingList = { placesLeft: 0, registration: 'WAITING_LIST' } as const;
const openDate = createElement([createSlot(15)]);

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const people = () => field(t('elements.field.people'));
const name = () => field(t('elements.field.name'));
const email = () => field(t('accounts.field.email'));
const radio = (day: number) => screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(`${day} May 2027`) });
const register = () => userEvent.click(screen.getByRole('button', { name: t('elements.register.submit') }));

async function fillIn() {
  await userEvent.type(name(), 'Camille Vignaud');
  await userEvent.type(email(), 'camille@mail.example');
}

const registrations = (calls: ReturnType<typeof stubApi>) => calls.filter((each) => each.name === call);

afterEach(() => vi.unstubAllGlobals());

describe('Registration', () => {
  test('begins with two people on the first date that is open', () => {
    stubApi({});
    renderInApp(<Registration element={createElement([createSlot(14, full), createSlot(15), createSlot(16)])} />);
    expect([14, 15, 16].map((day) => [radio(day).checked, radio(day).disabled])).toEqual([
      [false, true],
      [true, false],
      [false, false],
    ]);
    expect(people().value).toBe('2');
    expect(screen.getByText(t('elements.register.total', { total: '€50.00' }))).toBeTruthy();
    expect(listAlerts()).toEqual([]);
  });

  test('loads the places that are left', async () => {
    stubApi({ [elementCall]: { data: { element: { slots: [createSlot(15, { placesLeft: 3 })] } } } });
    renderInApp(<Registration element={openDate} />);
    expect(await screen.findByText(t('elements.places', { count: 3 }))).toBeTruthy();
  });

  test('offers no form while no date is open', () => {
    stubApi({});
    renderInApp(<Registration element={createElement([createSlot(14, full)])} />);
    expect(screen.getByText(t('elements.register.closed'))).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  });

  test('offers the waiting list of a full date, and of one with too few places left', async () => {
    stubApi({});
    const slots = [createSlot(14, waitingList), createSlot(15, { placesLeft: 2 })];
    renderInApp(<Registration element={createElement(slots)} />);
    const waiting = () => screen.queryByRole('button', { name: t('elements.register.submit.waiting') });
    expect(waiting()).not.toBeNull();
    await userEvent.click(radio(15));
    expect(waiting()).toBeNull();
    await userEvent.clear(people());
    await userEvent.type(people(), '3');
    expect(waiting()).not.toBeNull();
  });

  test('reports missing and wrong entries at their fields, moves the focus to the first and sends nothing', async () => {
    const calls = stubApi({});
    renderInApp(<Registration element={openDate} />);
    await userEvent.clear(people());
    await userEvent.type(people(), '9');
    await userEvent.type(email(), 'camille');
    await register();
    const described = (description: string) => screen.findByRole('textbox', { description });
    const limit = `${t('elements.field.people.hint', { max: 8 })} ${t('elements.field.people.invalid', { max: 8 })}`;
    expect(await described(limit)).toBe(people());
    expect(await described(t('accounts.field.required'))).toBe(name());
    expect(await described(`${t('elements.field.email.hint')} ${t('accounts.field.email.wrong')}`)).toBe(email());
    expect(people().value).toBe('9');
    expect(document.activeElement).toBe(people());
    expect(registrations(calls)).toEqual([]);
  });

  test('sends the chosen date and language', async () => {
    const calls = stubApi({ [call]: confirmed });
    renderInApp(<Registration element={createElement([createSlot(15), createSlot(16)], ['en', 'de'])} />);
    await fillIn();
    await userEvent.click(radio(16));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: t('elements.field.language') }), 'German');
    await register();
    await screen.findByRole('status');
    expect(registrations(calls).map(({ body }) => body)).toEqual([
      { idSlot: 16, people: 2, language: 'de', name: 'Camille Vignaud', email: 'camille@mail.example' },
    ]);
  });

  test('announces that it is being sent, and ignores further clicks meanwhile', async () => {
    const held = holdResponse(confirmed);
    const calls = stubApi({ [call]: held.respond });
    renderInApp(<Registration element={openDate} />);
    await fillIn();
    await register();
    await userEvent.click(screen.getByRole('button', { name: t('elements.register.submit'), busy: true }));
    await userEvent.type(name(), '{Enter}');
    held.release();
    await screen.findByRole('status');
    expect(registrations(calls)).toHaveLength(1);
  });

  test.each(['CONFIRMED', 'WAITING'] as const)('moves the focus to the message of a %s registration', async (state) => {
    stubApi({ [call]: { data: { state } } });
    renderInApp(<Registration element={openDate} />);
    await fillIn();
    await register();
    const message = await screen.findByRole('status');
    expect(message.textContent).toBe(
      t(`elements.done.${state}`) + t(`elements.done.${state}.text`, { email: 'camille@mail.example' }),
    );
    expect(document.activeElement?.textContent).toBe(message.textContent);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  test('moves the focus to the empty form for other people', async () => {
    stubApi({ [call]: confirmed });
    renderInApp(<Registration element={openDate} />);
    await fillIn();
    await register();
    await userEvent.click(await screen.findByRole('button', { name: t('elements.again') }));
    expect(name().value).toBe('');
    expect(document.activeElement?.textContent).toBe(t('elements.register.lead'));
  });

  test('shows what the API refuses at its field and keeps what was typed', async () => {
    const message = 'Only 1 place is left.';
    stubApi({ [call]: { status: 422, message, errors: { people: message } } });
    renderInApp(<Registration element={openDate} />);
    await fillIn();
    await register();
    const description = `${t('elements.field.people.hint', { max: 8 })} ${message}`;
    expect(await screen.findByRole('textbox', { description })).toBe(people());
    expect(document.activeElement).toBe(people());
    expect(listAlerts()).toEqual([message]);
    expect(name().value).toBe('Camille Vignaud');
  });

  test('keeps what was typed and the idempotency key when the API does not respond', async () => {
    let isDown = true;
    const calls = stubApi({ [call]: () => (isDown ? { status: 503, message: '' } : confirmed) });
    renderInApp(<Registration element={openDate} />);
    await fillIn();
    await register();
    await waitFor(() => expect(listAlerts()).toEqual([t('site.error.503.text')]));
    expect(name().value).toBe('Camille Vignaud');
    isDown = false;
    await register();
    await screen.findByRole('status');
    const [first, second] = registrations(calls).map(({ idempotencyKey }) => idempotencyKey);
    expect(first).toBeTruthy();
    expect(second).toBe(first);
  });

  test('shows the refusal beside what was typed when others took the last places', async () => {
    let slots = [createSlot(15)];
    stubApi({
      [elementCall]: () => ({ data: { element: { slots } } }),
      [call]: () => {
        slots = [createSlot(15, full)];
        return { status: 409, message: 'The date is full.' };
      },
    });
    renderInApp(<Registration element={openDate} />);
    await fillIn();
    await register();
    await waitFor(() => expect(radio(15).disabled).toBe(true));
    expect(listAlerts()).toEqual(['The date is full.']);
    expect(name().value).toBe('Camille Vignaud');
  });

  test('shows the errors and entries of a registration that was sent without scripts and refused', () => {
    stubApi({});
    const answers = { idSlot: ['15'], people: ['9'], name: ['Camille'], email: ['camille'] };
    const errors = { people: 'too_big', email: 'invalid_format' };
    const sent: FormSubmissionResult = { status: 400, isAccepted: false, message: 'Invalid.', errors, answers };
    renderInApp(<Registration element={openDate} sent={sent} />);
    expect(listAlerts()).toEqual([t('elements.field.people.invalid', { max: 8 }), t('accounts.field.email.wrong')]);
    expect([people(), name(), email()].map(({ value }) => value)).toEqual(['9', 'Camille', 'camille']);
  });

  test('shows the refusal of a registration that was sent without scripts when no places are left', () => {
    stubApi({});
    const answers = { idSlot: ['15'], people: ['2'], name: ['Camille'], email: ['camille@mail.example'] };
    const sent: FormSubmissionResult = { status: 409, isAccepted: false, message: 'It is full.', errors: {}, answers };
    renderInApp(<Registration element={createElement([createSlot(15, full)])} sent={sent} />);
    expect(listAlerts()).toEqual(['It is full.']);
    expect(name().value).toBe('Camille');
  });
});
