import { Alert, Box, Button, Chip, MenuItem, Rating, Stack, TextField, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type HttpError, List, SelectInput, useNotify, useRefresh, useUpdate } from 'react-admin';
import {
  maxReviewTextLengths,
  type RejectionGround,
  rejectionGrounds,
  reviewStates,
} from '#shared/reviews/review-rules.ts';
import type { StaffReviewView } from '#shared/reviews/review-schemas.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { getCallFailureDetails } from '../core/call-admin-api.ts';
import { isNoteTooLong, NoteField } from '../inputs/NoteField.tsx';
import { ItemsOrNoResults } from '../resources/ItemsOrNoResults.tsx';

export default function ReviewList(): ReactNode {
  const { t } = useAdminTexts();
  const filters = [
    <SelectInput
      key="state"
      source="state"
      label={t('admin-content.reviews.state')}
      choices={reviewStates.map((id) => ({ id, name: t(`admin-content.reviews.${id}`) }))}
      translateChoice={false}
      alwaysOn
    />,
  ];
  return (
    <>
      <Typography variant="body2" color="text.secondary" sx={{ mt: 2, maxWidth: '70ch' }}>
        {t('admin-content.reviews.help')}
      </Typography>
      <List filters={filters} filterDefaultValues={{ state: 'PENDING' }} perPage={10} exporter={false}>
        <ItemsOrNoResults<StaffReviewView>>{(reviews) => <Reviews reviews={reviews} />}</ItemsOrNoResults>
      </List>
    </>
  );
}

const Reviews = ({ reviews }: { reviews: readonly StaffReviewView[] }): ReactNode => (
  <Stack spacing={2} sx={{ p: 2 }}>
    {reviews.map((review) => (
      <ReviewCard key={review.id} review={review} />
    ))}
  </Stack>
);

/** Shows the decision that another user has saved in the meantime, so that it can be compared with the typed one. */
function ConflictingDecisionNotice({ theirs }: { theirs: StaffReviewView }): ReactNode {
  const { t } = useAdminTexts();
  const { state, reply, rejectionGround, rejectionReason } = theirs;
  const facts = [
    [t('admin-content.reviews.state'), t(`admin-content.reviews.${state}`)],
    [t('admin-content.reviews.stored-reply'), reply ?? t('admin-content.reviews.no-reply')],
    rejectionGround && [t('admin-content.reviews.ground'), t(`admin-content.reviews.ground.${rejectionGround}`)],
    rejectionReason && [t('admin-content.reviews.reason'), rejectionReason],
  ].filter((fact) => Array.isArray(fact));
  return (
    <Alert severity="warning" sx={{ my: 1 }}>
      {t('admin-content.reviews.stale')}
      {facts.map(([label, value]) => (
        <Typography key={label} variant="body2" sx={{ mt: 1, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {`${label} – ${value}`}
        </Typography>
      ))}
    </Alert>
  );
}

interface ReviewFormValues {
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
function useReviewForm(review: StaffReviewView): ReviewForm {
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

export function ReviewCard({ review }: { review: StaffReviewView }): ReactNode {
  const { t, date } = useAdminTexts();
  const { values, change, publish, reject, isPending, theirs } = useReviewForm(review);
  return (
    <Box component="article" sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, p: 2 }}>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <Rating value={review.rating} readOnly size="small" />
        <Typography component="h2" variant="subtitle1">
          {review.productName || t('admin-content.reviews.estate')}
        </Typography>
        <Chip size="small" variant="outlined" label={t(`admin-content.reviews.${review.state}`)} />
      </Stack>
      <Typography variant="body2" color="text.secondary">
        {review.author}, {date(review.createdAt, { dateStyle: 'long' })}
      </Typography>
      <Typography sx={{ my: 1, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{review.text}</Typography>
      {theirs && <ConflictingDecisionNotice theirs={theirs} />}
      <Stack spacing={1}>
        <NoteField
          label={t('admin-content.reviews.reply')}
          value={values.reply}
          maxLength={maxReviewTextLengths.reply}
          onChange={(reply) => change({ reply })}
          minRows={1}
        />
        <Button
          variant="contained"
          sx={{ alignSelf: 'flex-start' }}
          disabled={isPending || isNoteTooLong(values.reply, maxReviewTextLengths.reply)}
          onClick={publish}
        >
          {t(review.state === 'PUBLISHED' ? 'admin-content.reviews.save' : 'admin-content.reviews.publish')}
        </Button>
        <RejectionFields values={values} onChange={change} />
        <Button
          color="error"
          sx={{ alignSelf: 'flex-start' }}
          disabled={isPending || values.ground === '' || isNoteTooLong(values.reason, maxReviewTextLengths.reason)}
          onClick={reject}
        >
          {t('admin-content.reviews.reject')}
        </Button>
      </Stack>
    </Box>
  );
}

interface RejectionFieldsProps {
  values: ReviewFormValues;
  onChange: (changed: Partial<ReviewFormValues>) => void;
}

function RejectionFields({ values: { ground, reason }, onChange }: RejectionFieldsProps): ReactNode {
  const { t } = useAdminTexts();
  return (
    <>
      <TextField
        select
        label={t('admin-content.reviews.ground')}
        helperText={t('admin-content.reviews.ground-hint')}
        value={ground}
        onChange={(event) => onChange({ ground: event.target.value as RejectionGround | '' })}
      >
        {rejectionGrounds.map((each) => (
          <MenuItem key={each} value={each}>
            {t(`admin-content.reviews.ground.${each}`)}
          </MenuItem>
        ))}
      </TextField>
      {ground !== '' && (
        <NoteField
          label={t('admin-content.reviews.reason')}
          value={reason}
          maxLength={maxReviewTextLengths.reason}
          onChange={(changed) => onChange({ reason: changed })}
          minRows={1}
        />
      )}
    </>
  );
}
