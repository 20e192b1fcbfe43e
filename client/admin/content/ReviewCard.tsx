import { Box, Button, Chip, MenuItem, Rating, Stack, TextField, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { maxReviewTextLengths, type RejectionGround, rejectionGrounds } from '#shared/reviews/review-rules.ts';
import type { StaffReviewView } from '#shared/reviews/review-schemas.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { isNoteTooLong, NoteField } from '../inputs/NoteField.tsx';
import { ConflictingDecisionNotice } from './ConflictingDecisionNotice.tsx';
import { type ReviewFormValues, useReviewForm } from './use-review-form.ts';

/** A review with the estate's reply and the buttons that publish or reject it. */
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
