import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NewsletterIssuePreview } from '#client/admin/newsletter/NewsletterIssuePreview.tsx';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const preview = 'POST /admin/newsletter-issue/preview';
const mail = { subject: 'Harvest', html: '<p>It begins.</p>', text: 'It begins.' };
const complete = { newsletterList: 3, subject: 'Harvest', blocks: [{ block: 'heading', title: 'Harvest' }] };
/** Lets more time pass than the delay after which a change is rendered. */
const waitForDebounce = () => act(() => vi.advanceTimersByTimeAsync(1_200));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Shows the preview, and a button that replaces its values. */
function Form({ before, after }: { before: object; after: object }): ReactNode {
  const [values, setValues] = useState(before);
  return (
    <>
      <button type="button" onClick={() => setValues(after)}>
        Change
      </button>
      <NewsletterIssuePreview values={values} />
    </>
  );
}

describe('NewsletterIssuePreview', () => {
  it.each([
    ['a new issue', {}],
    ['an issue with an empty block', { ...complete, blocks: [{ block: 'products', products: [] }] }],
    ['an issue without a newsletter', { ...complete, newsletterList: null }],
  ])('does not ask the API to render %s before it is complete', async (_, before) => {
    const calls = stubApi({ [preview]: { data: mail } });
    renderInAdmin(<Form before={before} after={complete} />);
    expect(await screen.findByText(t('admin-newsletter.incomplete'))).toBeDefined();
    await waitForDebounce();
    expect(calls).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Change' }));
    await waitForDebounce();
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(await screen.findByText(t('admin-newsletter.subject', { subject: 'Harvest' }))).toBeDefined();
    expect(screen.queryByText(t('admin-newsletter.incomplete'))).toBeNull();
  });

  it('keeps the latest mail while a new block is incomplete', async () => {
    const calls = stubApi({ [preview]: { data: mail } });
    renderInAdmin(<Form before={complete} after={{ ...complete, blocks: [{ block: 'products', products: [] }] }} />);
    const subject = t('admin-newsletter.subject', { subject: 'Harvest' });
    await waitForDebounce();
    await screen.findByText(subject);
    await userEvent.click(screen.getByRole('button', { name: 'Change' }));
    expect(await screen.findByText(t('admin-newsletter.incomplete'))).toBeDefined();
    await waitForDebounce();
    expect(screen.getByText(subject)).toBeDefined();
    expect(calls).toHaveLength(1);
  });

  it('shows that the API is unavailable, and not that the issue is incomplete', async () => {
    stubApi({ [preview]: { status: 503, message: '' } });
    renderInAdmin(<Form before={complete} after={complete} />);
    await waitForDebounce();
    expect(await screen.findByText(t('admin.callFailed'))).toBeDefined();
    expect(screen.queryByText(t('admin-newsletter.incomplete'))).toBeNull();
  });
});
