import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ResourceContextProvider, SimpleForm, TextInput } from 'react-admin';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { SchemaFields } from '#client/admin/inputs/SchemaInput.tsx';
import { formatComparedValue } from '#client/admin/resources/use-differences.ts';
import { Instant } from '#shared/input-fields.ts';
import { createTexts } from '#shared/texts.ts';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';

/** Renders a form with a time of publication at an estate in Paris. */
function renderForm(publishedAt: string | null, browserZone = 'America/New_York') {
  vi.stubEnv('TZ', browserZone);
  const save = vi.fn();
  renderInAdmin(
    <ResourceContextProvider value="news">
      <SimpleForm record={{ id: 1, publishedAt }} onSubmit={save}>
        <SchemaFields fields={{ publishedAt: Instant.nullable() }} />
        <TextInput source="title" label="Other" />
      </SimpleForm>
    </ResourceContextProvider>,
  );
  const field = () => screen.getByLabelText<HTMLInputElement>(/^Publication date/);
  const help = () => document.getElementById(field().getAttribute('aria-describedby') ?? '')?.textContent ?? '';
  const submit = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save).toHaveBeenCalled());
    return save.mock.calls[0]?.[0].publishedAt as string | null;
  };
  return { field, help, submit };
}
const enter = (field: HTMLInputElement, value: string) => fireEvent.change(field, { target: { value } });
const zoneNote = t('admin.time.zone', { timeZone: 'Europe/Paris' });

beforeEach(() => {
  vi.unstubAllEnvs();
});

describe('the input of a time', { timeout: 60_000 }, () => {
  it('shows and reads the time at the estate, and names the zone to a browser elsewhere', async () => {
    const { field, help, submit } = renderForm('2027-01-15T08:30:00.000Z');
    expect(field().value).toBe('2027-01-15T09:30');
    expect(help()).toBe(zoneNote);
    enter(field(), '2027-07-15T18:00');
    expect(await submit()).toBe('2027-07-15T16:00:00.000Z');
  });

  it('names no zone to a browser in the zone of the estate', () => {
    expect(renderForm('2027-01-15T08:30:00.000Z', 'Europe/Paris').help()).not.toContain('Europe/Paris');
  });

  it('keeps an unchanged time to the second, and as the second of two equal ones', async () => {
    const { field, help, submit } = renderForm('2027-10-31T01:30:25.000Z', 'Europe/Paris');
    expect(field().value).toBe('2027-10-31T02:30');
    expect(help()).toBe(t('admin.time.second'));
    fireEvent.change(screen.getByLabelText('Other'), { target: { value: 'A' } });
    expect(await submit()).toBe('2027-10-31T01:30:25.000Z');
  });

  it('shows which time is used when the clocks skip or repeat the entered one', async () => {
    const { field, help, submit } = renderForm(null, 'Europe/Paris');
    enter(field(), '2027-10-31T02:30');
    await waitFor(() => expect(help()).toBe(t('admin.time.first')));
    enter(field(), '2027-03-28T02:30');
    await waitFor(() => expect(help()).toBe(t('admin.time.skipped', { time: '03:30' })));
    expect(field().value).toBe('2027-03-28T02:30');
    expect(await submit()).toBe('2027-03-28T01:30:00.000Z');
  });

  it('removes an optional time', async () => {
    const { field, submit } = renderForm('2027-01-15T08:30:00.000Z');
    enter(field(), '');
    expect(await submit()).toBeNull();
  });
});

it('formatComparedValue compares times of two versions in the time zone of the estate', () => {
  vi.stubEnv('TZ', 'America/New_York');
  const { date } = createTexts('en', () => undefined, 'Europe/Paris');
  const format = { lang: 'en', siteLang: 'en', date } as const;
  expect(formatComparedValue('2027-07-15T22:30:00.000Z', format)).toBe('16 Jul 2027, 00:30:00');
  expect(formatComparedValue('2027-07-15', format)).toBe('2027-07-15');
});
