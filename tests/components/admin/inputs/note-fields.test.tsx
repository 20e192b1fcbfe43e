import { fireEvent, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { CancelRegistrationDialog } from '#client/admin/content/RegistrationList.tsx';
import { ReviewCard } from '#client/admin/content/ReviewList.tsx';
import { SubmissionReplyForm } from '#client/admin/content/SubmissionShow.tsx';
import { OrderNotes } from '#client/admin/orders/OrderShow.tsx';
import { OrderStateDialog } from '#client/admin/orders/OrderStateButtons.tsx';
import { replyLimits } from '#shared/forms/form-limits.ts';
import { maxTextLengths } from '#shared/limits.ts';
import { maxReviewTextLengths } from '#shared/reviews/review-rules.ts';
import { renderInAdmin, t } from '#tests/components/admin/render-in-admin.tsx';
import { stubApi } from '#tests/components/stub-api.ts';

const close = () => {};
const review = {
  id: 1,
  revision: 1,
  stars: 4,
  author: 'Anne',
  text: 'Good',
  reply: '',
  state: 'PENDING',
  submittedAt: '2026-11-28T09:00:00.000Z',
  createdAt: '2026-11-28T09:00:00.000Z',
};
const submission = { id: 1, revision: 1, answers: [], replies: [], formTitle: 'Contact', email: 'anne@mail.example' };

const notes: [label: string, maxLength: number, button: string, screen: ReactElement][] = [
  [
    'admin-orders.newNote',
    maxTextLengths.message,
    'admin-orders.addNote',
    <OrderNotes key="note" order={{ id: 1, notes: [] } as never} />,
  ],
  [
    'admin-orders.reason',
    maxTextLengths.message,
    'admin-orders.move.CANCELLED',
    <OrderStateDialog key="state" order={{ id: 1 } as never} state="CANCELLED" onClose={close} />,
  ],
  [
    'admin-content.registrations.reason',
    maxTextLengths.message,
    'admin-content.registrations.cancel',
    <CancelRegistrationDialog key="cancel" registration={{ id: 1, name: 'Anne' } as never} onClose={close} />,
  ],
  [
    'admin-content.reviews.reply',
    maxReviewTextLengths.reply,
    'admin-content.reviews.publish',
    <ReviewCard key="review" review={review as never} />,
  ],
  [
    'admin-content.submissions.reply-text',
    replyLimits.textLength,
    'admin-content.submissions.send',
    <SubmissionReplyForm key="reply" submission={submission as never} />,
  ],
];

describe.each(notes)('the note %s', (label, maxLength, button, element) => {
  it('says its length and its limit, and keeps a text that is too long without sending it', async () => {
    stubApi({});
    renderInAdmin(element);
    const field = (await screen.findByLabelText(t(label))) as HTMLTextAreaElement;
    const long = 'a'.repeat(maxLength + 1);
    fireEvent.change(field, { target: { value: long } });
    const count = (value: number) => value.toLocaleString('en-GB');
    const length = t('admin.textLength', { count: count(maxLength + 1), max: count(maxLength) });
    expect(screen.getByText(new RegExp(`${length}$`))).toBeDefined();
    expect(field.value).toBe(long);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByRole('button', { name: t(button) })).toHaveProperty('disabled', true);
  });
});
