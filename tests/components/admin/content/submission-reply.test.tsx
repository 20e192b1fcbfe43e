import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ResourceContextProvider } from 'react-admin';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import SubmissionShow from '#client/admin/content/SubmissionShow.tsx';
import type { Submission } from '#shared/forms/forms-contract.ts';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const submission: Submission = {
  id: 4,
  revision: 2,
  idForm: 1,
  form: 'Contact',
  receivedAt: '2026-11-02T08:00:00Z',
  erasedAfter: '2027-11-02T08:00:00Z',
  handledAt: null,
  email: 'jeanne@mail.example',
  lang: 'en',
  answers: [{ name: 'message', label: 'Message', answers: ['Are you open on Mondays?'] }],
  files: [],
  replies: [],
};
const read = 'GET /admin/forms/submission/4';
const send = 'POST /admin/forms/submission/4/reply';

function renderSubmission(): void {
  renderInAdmin(
    <ResourceContextProvider value="form-submission">
      <Routes>
        <Route path="/form-submission/:id/show" element={<SubmissionShow />} />
      </Routes>
    </ResourceContextProvider>,
    '/form-submission/4/show',
  );
}

const findForm = () => screen.findByRole('region', { name: t('admin-content.submissions.reply') });
async function typeAndSend(text: string): Promise<HTMLTextAreaElement> {
  const form = within(await findForm());
  const input = form.getByRole<HTMLTextAreaElement>('textbox', { name: t('admin-content.submissions.reply-text') });
  await userEvent.type(input, text);
  await userEvent.click(form.getByRole('button', { name: t('admin-content.submissions.send') }));
  return input;
}

describe('the reply to a message', { timeout: 60_000 }, () => {
  it('is sent on the basis of the shown revision, and then shown below the message', async () => {
    let shown = submission;
    const calls = stubApi({
      [read]: () => ({ data: { submission: shown } }),
      [send]: () => {
        const reply = { id: 1, sentAt: '2026-11-02T09:00:00Z', author: 'a@mail.example', subject: 'Re', text: 'Yes.' };
        shown = { ...submission, revision: 3, handledAt: '2026-11-02T09:00:00Z', replies: [reply] };
        return { data: { submission: shown } };
      },
    });
    renderSubmission();
    const input = await typeAndSend('Yes.');
    const replies = await screen.findByRole('region', { name: t('admin-content.submissions.replies') });
    expect(within(replies).getByText('Yes.')).toBeDefined();
    expect(input.value).toBe('');
    expect(calls.find(({ name }) => name === send)?.body).toEqual({
      revision: 2,
      subject: t('admin-content.submissions.reply-subject', { form: 'Contact' }),
      text: 'Yes.',
    });
  });

  it.each([
    ['the API is unavailable', { status: 503, message: '' }, t('admin.callFailed')],
    ['a limit is reached', { status: 429, message: 'A little later.' }, 'A little later.'],
    ['the session has ended', { status: 401, message: 'Log in again.' }, t('admin.sessionEnded.title')],
    ['a colleague has answered', { status: 409, message: 'Answered.', present: { submission } }, 'Answered.'],
  ])('keeps the typed text and shows why it was not sent if %s', async (_, answer, message) => {
    stubApi({ [read]: { data: { submission } }, [send]: answer });
    renderSubmission();
    const input = await typeAndSend('Yes.');
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0);
    expect([input.value, input.isConnected]).toEqual(['Yes.', true]);
  });

  it('is not offered if the visitor gave no email address', async () => {
    stubApi({ [read]: { data: { submission: { ...submission, email: '' } } } });
    renderSubmission();
    const form = within(await findForm());
    expect(form.getByText(t('admin-content.submissions.no-sender'))).toBeDefined();
    expect(form.queryByRole('textbox')).toBeNull();
  });
});
