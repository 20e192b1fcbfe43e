import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { VersionsDialog } from '#client/admin/pages/editor/EditorActions.tsx';
import { createPageCalls, type PageCalls } from '#client/admin/pages/editor/page-calls.ts';
import { type PageEditorState, usePageContent } from '#client/admin/pages/editor/use-page-editor.ts';
import { useTodayOverview } from '#client/admin/today/Dashboard.tsx';
import { renderInAdmin } from './render-in-admin.tsx';

interface PendingCall {
  url: string;
  signal: AbortSignal | undefined;
  answer: (data: object) => Promise<void>;
}

/** Replaces `fetch` by an API whose responses the test sends itself, also those to calls that have been aborted. */
function stubPendingApi(): PendingCall[] {
  const pending: PendingCall[] = [];
  vi.stubGlobal('fetch', (url: string, { signal }: RequestInit = {}) => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const answer = (data: object) =>
      act(async () => {
        resolve(Response.json({ success: true, message: '', data }));
        // Parsing the response takes further asynchronous steps before it is rendered.
        await new Promise((done) => setTimeout(done));
      });
    pending.push({ url, signal: signal ?? undefined, answer });
    return promise;
  });
  return pending;
}

const callsOfPage: Readonly<Record<number, PageCalls>> = { 1: createPageCalls(1), 2: createPageCalls(2) };

/** Renders what is loaded for page 1, with a button that changes to page 2. */
function Pages({ render }: { render: (id: number, calls: PageCalls) => ReactNode }): ReactNode {
  const [id, setId] = useState(1);
  return (
    <>
      {render(id, callsOfPage[id] as PageCalls)}
      {/* The button is found by a test id, because a dialog hides the rest of the page from assistive technology. */}
      <button type="button" data-testid="next" onClick={() => setId(2)}>
        Next
      </button>
    </>
  );
}

const openNextPage = () => act(async () => screen.getByTestId('next').click());

function Title({ id, calls }: { id: number; calls: PageCalls }): ReactNode {
  const { content } = usePageContent(id, calls);
  return <output>{String(content?.title ?? '')}</output>;
}

const pageOf = (id: number) => ({
  id,
  type: 'ESTATE',
  published: { revision: 1, content: { title: `Page ${id}`, image: null, sections: [] } },
  draft: {
    revision: 0,
    content: null,
    pageRevision: 1,
    publishAt: null,
    failure: null,
    editedAt: null,
    editedBy: null,
  },
});
const versionsOf = (publishedBy: string) => ({
  versions: [{ id: 1, createdAt: '2026-11-02T08:00:00Z', publishedBy }],
});

const output = () => document.querySelector('output')?.textContent;

/** Responds to the newest call first, and then to the call that it has replaced. */
async function answerInReverse(pending: readonly PendingCall[], older: object, newer: object): Promise<void> {
  const [first, second] = pending;
  expect(pending).toHaveLength(2);
  expect([first?.signal?.aborted, second?.signal?.aborted]).toEqual([true, false]);
  await second?.answer(newer);
  await first?.answer(older);
}

beforeEach(() => sessionStorage.clear());

describe('a late response to an earlier call', () => {
  it('does not replace the content of the page in the editor', async () => {
    const pending = stubPendingApi();
    renderInAdmin(<Pages render={(id, calls) => <Title id={id} calls={calls} />} />);
    await openNextPage();
    await answerInReverse(pending, pageOf(1), pageOf(2));
    expect(output()).toBe('Page 2');
  });

  it('does not replace the list of versions', async () => {
    const pending = stubPendingApi();
    const editor = {} as PageEditorState;
    renderInAdmin(
      <Pages render={(_id, calls) => <VersionsDialog editor={editor} calls={calls} onClose={() => {}} />} />,
    );
    await openNextPage();
    await answerInReverse(pending, versionsOf('Older'), versionsOf('Newer'));
    expect(screen.getByText('Newer')).toBeDefined();
    expect(screen.queryByText('Older')).toBeNull();
  });

  it('does not replace the tasks that were read again', async () => {
    const pending = stubPendingApi();
    renderInAdmin(<OrderCount />);
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    await answerInReverse(pending, { readyOrders: 1 }, { readyOrders: 2 });
    expect(output()).toBe('2');
  });
});

function OrderCount(): ReactNode {
  const { today, reload } = useTodayOverview();
  return (
    <>
      <output>{today?.readyOrders}</output>
      <button type="button" onClick={reload}>
        Reload
      </button>
    </>
  );
}
