import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FormView } from '#client/features/forms/FormView.tsx';
import { clearFormState } from '#client/features/forms/use-form-submission.ts';
import type { Form } from '#shared/forms/forms-contract.ts';
import type { FormSubmissionResult } from '#shared/rendering.ts';
import { holdResponse } from '#tests/components/hold-response.ts';
import { listAlerts } from '#tests/components/list-alerts.ts';
import { renderInApp, t } from '#tests/components/render-in-app.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const form: Form = {
  id: 7,
  title: 'Group visit',
  intro: '',
  submitLabel: 'Request a visit',
  confirmation: 'We will call you.',
  retentionDays: 90,
  fields: [
    { type: 'text', name: 'group', label: 'Your group', hint: 'As on the invoice', isRequired: true },
    { type: 'number', name: 'people', label: 'People', isRequired: true, min: 8 },
    {
      type: 'choice',
      name: 'meal',
      label: 'Meal',
      options: [
        { value: 'none', label: 'No meal' },
        { value: 'lunch', label: 'Lunch' },
      ],
    },
    {
      type: 'longText',
      name: 'diets',
      label: 'Diets',
      isRequired: true,
      showIf: { field: 'meal', values: ['lunch'] },
    },
    { type: 'consent', name: 'rules', label: 'I agree', isRequired: true },
  ],
};
const call = 'POST /forms/7/submit';
const accepted = { [call]: { data: {} } };

const render = ({ isContact = false, sent }: { isContact?: boolean; sent?: FormSubmissionResult } = {}) =>
  renderInApp(<FormView form={form} isContact={isContact} sent={sent} />);
const group = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Your group' });
const send = () => userEvent.click(screen.getByRole('button', { name: 'Request a visit' }));

async function fillIn() {
  await userEvent.type(group(), 'Wine Friends');
  await userEvent.type(screen.getByRole('textbox', { name: 'People' }), '12');
  await userEvent.click(screen.getByRole('checkbox', { name: 'I agree' }));
}

/** Returns the answers of the sent call, by field. */
const answersOf = (calls: ReturnType<typeof stubApi>) => {
  const sent = calls.find(({ name }) => name.startsWith('POST '));
  return Object.fromEntries(sent?.body as FormData);
};

afterEach(() => {
  vi.unstubAllGlobals();
  clearFormState('7');
  clearFormState('contact');
});

describe('FormView', () => {
  test('begins with empty fields and states how long the answers are kept', () => {
    const calls = stubApi({});
    render();
    expect(group().value).toBe('');
    expect(screen.getByRole('textbox', { name: 'Your group', description: 'As on the invoice' })).toBeTruthy();
    expect(screen.getByRole('group', { name: `Meal ${t('forms.optional')}` })).toBeTruthy();
    expect(screen.getByText(t('forms.retention', { days: 90 }), { exact: false })).toBeTruthy();
    expect(listAlerts()).toEqual([]);
    expect(calls).toEqual([]);
  });

  test('reports invalid answers at their fields, moves the focus to the first, and sends nothing', async () => {
    const calls = stubApi(accepted);
    render();
    await userEvent.type(screen.getByRole('textbox', { name: 'People' }), '5');
    await send();
    const required = `As on the invoice ${t('forms.error.required')}`;
    const description = t('forms.error.min', { limit: '8' });
    expect(screen.getByRole('textbox', { name: 'Your group', description: required })).toBe(group());
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'People', description }).value).toBe('5');
    expect(screen.getByRole('checkbox', { name: 'I agree', description: t('forms.error.consent') })).toBeTruthy();
    expect(listAlerts()).toContain(t('forms.check'));
    await waitFor(() => expect(document.activeElement).toBe(group()));
    expect(calls.filter(({ name }) => name === call)).toEqual([]);
  });

  test('requires the answer to a conditional field only while its condition is met', async () => {
    const calls = stubApi(accepted);
    render();
    await fillIn();
    await userEvent.click(screen.getByRole('radio', { name: 'Lunch' }));
    await send();
    const diets = screen.getByRole('textbox', { name: 'Diets', description: t('forms.error.required') });
    await waitFor(() => expect(document.activeElement).toBe(diets));
    await userEvent.click(screen.getByRole('radio', { name: 'No meal' }));
    await send();
    await screen.findByText('We will call you.');
    expect(answersOf(calls)).toMatchObject({ group: 'Wine Friends', people: '12', meal: 'none', rules: 'yes' });
  });

  test('announces that it is being sent, and ignores further clicks meanwhile', async () => {
    const held = holdResponse({ data: {} });
    const calls = stubApi({ [call]: held.respond });
    render();
    await fillIn();
    await send();
    const button = await screen.findByRole('button', { name: t('forms.sending'), busy: true });
    await userEvent.click(button);
    await userEvent.type(group(), '{Enter}');
    held.release();
    await screen.findByText('We will call you.');
    expect(calls.filter(({ name }) => name === call)).toHaveLength(1);
  });

  test('sends the ticket that it fetched when the form was first used', async () => {
    const calls = stubApi({ ...accepted, 'GET /forms/ticket': { data: { ticket: 'stamp', minSeconds: 0 } } });
    render();
    await fillIn();
    await send();
    await screen.findByText('We will call you.');
    expect(answersOf(calls)).toMatchObject({ ticket: 'stamp' });
    expect(calls.map(({ name }) => name)).toEqual(['GET /forms/ticket', call]);
  });

  test('moves the focus to the confirmation, and to the first field of the empty form on request', async () => {
    stubApi(accepted);
    render();
    await fillIn();
    await send();
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('We will call you.'));
    expect(document.activeElement?.textContent).toBe('We will call you.');
    await userEvent.click(screen.getByRole('link', { name: t('forms.again') }));
    expect(group().value).toBe('');
    await waitFor(() => expect(document.activeElement).toBe(group()));
  });

  test('shows an answer that the API refuses at its field and keeps the answers', async () => {
    const message = 'Please check the fields.';
    stubApi({ [call]: { status: 422, message, errors: { people: 'At most 60.' } } });
    render();
    await fillIn();
    await send();
    const people = await screen.findByRole<HTMLInputElement>('textbox', { name: 'People', description: 'At most 60.' });
    expect(people.value).toBe('12');
    expect(group().value).toBe('Wine Friends');
    expect(listAlerts()).toContain(message);
    await waitFor(() => expect(document.activeElement).toBe(people));
  });

  test.each([
    ['a refusal', { status: 429, message: 'Too many messages.' }, 'Too many messages.'],
    ['that the API is down', { status: 503, message: '' }, t('site.error.503.text')],
  ])('shows %s, keeps the answers and can be sent again', async (_, response, expected) => {
    let isDown = true;
    stubApi({ [call]: () => (isDown ? response : { data: {} }) });
    render();
    await fillIn();
    await send();
    await waitFor(() => expect(listAlerts()).toEqual([expected]));
    expect(group().value).toBe('Wine Friends');
    isDown = false;
    await send();
    expect(await screen.findByText('We will call you.')).toBeTruthy();
  });

  test('keeps the answers while the visitor looks at another page', async () => {
    stubApi({});
    render();
    await fillIn();
    cleanup();
    render();
    expect(group().value).toBe('Wine Friends');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'I agree' }).checked).toBe(true);
  });

  test('sends the contact form to the estate’s messages', async () => {
    const calls = stubApi({ 'POST /message': { data: {} } });
    render({ isContact: true });
    await fillIn();
    await send();
    await screen.findByText('We will call you.');
    expect(answersOf(calls)).toMatchObject({ group: 'Wine Friends' });
  });

  test('empties the hidden field after a refusal, so that the visitor can send again', async () => {
    const calls = stubApi({ [call]: { status: 422, message: 'Send it once more.' } });
    render();
    await fillIn();
    const hidden = document.querySelector<HTMLInputElement>('input[name=website]');
    if (hidden) hidden.value = 'https://autofill.example';
    await send();
    await waitFor(() => expect(listAlerts()).toContain('Send it once more.'));
    expect(answersOf(calls)).toMatchObject({ website: 'https://autofill.example' });
    expect([hidden?.value, group().value]).toEqual(['', 'Wine Friends']);
  });

  test('shows the errors and answers of a form that was sent without scripts and refused', () => {
    const sent = {
      isAccepted: false,
      status: 422,
      message: 'Please check the fields.',
      errors: { people: 'At least 8.' },
      answers: { group: ['Wine Friends'], people: ['5'] },
    } as unknown as FormSubmissionResult;
    render({ sent });
    expect(group().value).toBe('Wine Friends');
    expect(screen.getByRole<HTMLInputElement>('textbox', { description: 'At least 8.' }).value).toBe('5');
    expect(listAlerts()).toContain('Please check the fields.');
  });

  test('shows the confirmation of a form that was sent without scripts and accepted', () => {
    render({
      sent: { isAccepted: true, status: 200, message: '', errors: {}, answers: {} } as unknown as FormSubmissionResult,
    });
    expect(screen.getByRole('status').textContent).toBe('We will call you.');
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});
