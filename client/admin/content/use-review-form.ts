import { useState } from 'react';
import { type HttpError, useNotify, useRefresh, useUpdate } from 'react-admin';
import type { RejectionGround } from '#shared/reviews/review-rules.ts';
import type { StaffReviewView } from '#shared/reviews/review-schemas.ts';
import { getCallFailureDetails } from '../core/call-admin-api.ts';

export interface ReviewFormValues {
  reply: string;
  ground: RejectionGround | '';
  reason: string;
}

interface EditedReview {
  values: ReviewFormValues;
  /** The version of the review on which the next save is based. */
  basis: StaffReviewView;
  /** True if a save was refused because another user has saved the basis in the meantime. */
  isStale: boolean;
}

const toValues = ({ reply, rejectionGround, rejectionReason }: StaffReviewView): ReviewFormValues => ({
  reply: reply ?? '',
  ground: rejectionGround ?? '',
  reason: rejectionReason,
});

interface ReviewForm {
  values: ReviewFormValues;
  change: (changed: Partial<ReviewFormValues>) => void;
  publish: () => void;
  reject: () => void;
  isPending: boolean;
  /** The version that another user has saved in the meantime; null without one. */
  theirs: StaffReviewView | null;
}

/**
 * Manages the values of the form, and saves decisions on the review. No typed value is lost if a save fails. After a
 * refusal of an outdated revision, the next save replaces the version of the other user, which is shown.
 */
export function useReviewForm(review: StaffReviewView): ReviewForm {
  const [edited, setEdited] = useState<EditedReview | null>(null);
  const { values, basis, isStale } = edited ?? { values: toValues(review), basis: review, isStale: false };
  const { save, isPending } = useModeration(basis, {
    onSaved: () => setEdited(null),
    onStale: (current) =>
      setEdited((entered) => ({ values: entered?.values ?? values, basis: current, isStale: true })),
  });
  const reply = values.reply.trim() || null;
  return {
    values,
    change: (changed) => setEdited({ values: { ...values, ...changed }, basis, isStale }),
    publish: () => save({ state: 'PUBLISHED', rejectionGround: null, rejectionReason: '', reply }),
    reject: () =>
      save({
        state: 'REJECTED',
        rejectionGround: values.ground || null,
        rejectionReason: values.reason,
        reply: basis.reply,
      }),
    isPending,
    theirs: isStale ? basis : null,
  };
}

interface ModerationCallbacks {
  onSaved: () => void;
  onStale: (current: StaffReviewView) => void;
}

function useModeration(basis: StaffReviewView, { onSaved, onStale }: ModerationCallbacks) {
  const notify = useNotify();
  const refresh = useRefresh();
  const [update, { isPending }] = useUpdate();
  const save = (decision: object) =>
    update(
      'review',
      { id: basis.id, data: { revision: basis.revision, ...decision }, previousData: basis },
      {
        onSuccess: () => {
          notify('ra.notification.updated', { messageArgs: { smart_count: 1 } });
          onSaved();
          refresh();
        },
        onError: (error) => {
          const { current } = getCallFailureDetails(error) as { current?: { review: StaffReviewView } };
          if (current) return onStale(current.review);
          notify((error as HttpError).message || 'admin.callFailed', { type: 'error' });
        },
      },
    );
  return { save, isPending };
}
