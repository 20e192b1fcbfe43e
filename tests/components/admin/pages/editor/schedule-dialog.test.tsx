import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { describe, expect, it } from 'vitest';
import { ScheduleDialog } from '#client/admin/pages/editor/EditorActions.tsx';
import { PageConflictDialog } from '#client/admin/pages/editor/PageConflictDialog.tsx';
import { createPageCalls } from '#client/admin/pages/editor/page-calls.ts';
import { usePageEditor } from '#client/admin/pages/editor/use-page-editor.ts';
import { renderInAdmin, t as translate } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const t = (key: string) => translate(`admin-pages.${key}`);
const content = { title: 'Home', image: null, sections: [] };
const draft = { revision: 2, content, pageRevision: 3, failure: null, editedAt: null, editedBy: null };
const read = 'GET /admin/page/1/draft';
const save = 'PUT /admin/page/1/draft';
const calls = createPageCalls(1);

function Editor(): ReactNode {
  const editor = usePageEditor(1, calls);
  const [isOpen, setIsOpen] = useState(true);
  if (!editor.content) return null;
  return (
    <>
      {isOpen && <ScheduleDialog editor={editor} onClose={() => setIsOpen(false)} />}
      {editor.conflict && <PageConflictDialog conflict={editor.conflict} editor={editor} />}
    </>
  );
}

function renderDialog(answer: Parameters<typeof stubApi>[0][string], publishAt: string | null = null) {
  const page = { id: 1, type: 'ESTATE', published: { revision: 3, content }, draft: { ...draft, publishAt } };
  const sent = stubApi({ [read]: { data: page }, [save]: answer });
  renderInAdmin(<Editor />);
  return () => sent.filter(({ name }) => name === save).map(({ body }) => (body as { publishAt: unknown }).publishAt);
}
const findField = () => screen.findByLabelText<HTMLInputElement>(t('publishAt'));
async function choose(time: string): Promise<HTMLInputElement> {
  const field = await findField();
  fireEvent.change(field, { target: { value: time } });
  await userEvent.click(screen.getByRole('button', { name: t('confirmSchedule') }));
  return field;
}

describe('ScheduleDialog', () => {
  it('sends the time in the estate’s time zone and closes once the draft is saved', async () => {
    const sent = renderDialog({ data: { draft: { ...draft, revision: 3, publishAt: '2027-01-15T08:30:00.000Z' } } });
    await choose('2027-01-15T09:30');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toEqual(['2027-01-15T08:30:00.000Z']);
    expect(await screen.findByText(t('scheduled'))).toBeDefined();
  });

  it('shows the present time, and takes the schedule back', async () => {
    const sent = renderDialog(
      { data: { draft: { ...draft, revision: 3, publishAt: null } } },
      '2027-01-15T08:30:00.000Z',
    );
    expect((await findField()).value).toBe('2027-01-15T09:30');
    await userEvent.click(screen.getByRole('button', { name: t('unschedule') }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toEqual([null]);
  });

  it('has no button to take back a schedule that does not exist', async () => {
    renderDialog({ data: { draft } });
    await findField();
    expect(screen.queryByRole('button', { name: t('unschedule') })).toBeNull();
  });

  it('shows at the field that the API refuses the time, and keeps what was typed', async () => {
    const message = 'Choose a publication time in the future, within the next year.';
    renderDialog({ status: 422, message });
    const field = await choose('2020-01-15T09:30');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(message);
    expect(field.value).toBe('2020-01-15T09:30');
    expect(screen.getAllByText(message)).toHaveLength(1);
  });

  it('stays open with the typed time while the API is unavailable', async () => {
    renderDialog({ status: 503, message: '' });
    const field = await choose('2027-01-15T09:30');
    expect(await screen.findByText(t('failed.save'))).toBeDefined();
    expect(field.isConnected && field.value).toBe('2027-01-15T09:30');
  });

  it('gives way to the dialog about a conflict', async () => {
    const present = { ...draft, revision: 7, publishAt: null };
    renderDialog({ status: 409, message: 'Somebody else has saved this draft.', present });
    await choose('2027-01-15T09:30');
    const dialog = await screen.findByRole('dialog', { name: t('conflict.save') });
    expect(within(dialog).queryByLabelText(t('publishAt'))).toBeNull();
    await waitFor(() => expect(screen.queryByLabelText(t('publishAt'))).toBeNull());
  });
});
