import { Box, Button, Chip, MenuItem, Rating, Stack, TextField, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { type HttpError, useNotify, useRefresh, useUpdate } from 'react-admin';
import { maxReviewTextLength, type RejectionGround, rejectionGrounds } from '#shared/reviews/review-rules.ts';
import type { StaffReview } from '#shared/reviews/review-schemas.ts';
import { useAdminTexts } from '../core/admin-context.tsx';

/** A review with the estate's reply and the buttons that publish or reject it. */
export function ReviewCard({ review }: { review: StaffReview }): ReactNode {
  const { t, date } = useAdminTexts();
  const [reply, setReply] = useState(review.reply ?? '');
  const [ground, setGround] = useState<RejectionGround | ''>(review.rejectionGround ?? '');
  const [reason, setReason] = useState(review.rejectionReason);
  const { moderate, isPending } = useModeration(review);
  const published = { state: 'PUBLISHED', rejectionGround: null, rejectionReason: '', reply: reply.trim() || null };
  const rejected = {
    state: 'REJECTED',
    rejectionGround: ground || null,
    rejectionReason: reason,
    reply: review.reply,
  };
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
      <Stack spacing={1}>
        <TextField
          label={t('admin-content.reviews.reply')}
          value={reply}
          onChange={(event) => setReply(event.target.value)}
          multiline
          slotProps={{ htmlInput: { maxLength: maxReviewTextLength.reply } }}
        />
        <Button
          variant="contained"
          sx={{ alignSelf: 'flex-start' }}
          disabled={isPending}
          onClick={() => moderate(published)}
        >
          {t(review.state === 'PUBLISHED' ? 'admin-content.reviews.save' : 'admin-content.reviews.publish')}
        </Button>
        <RejectionFields {...{ ground, setGround, reason, setReason }} />
        <Button
          color="error"
          sx={{ alignSelf: 'flex-start' }}
          disabled={isPending || ground === ''}
          onClick={() => moderate(rejected)}
        >
          {t('admin-content.reviews.reject')}
        </Button>
      </Stack>
    </Box>
  );
}

interface RejectionFieldsProps {
  ground: RejectionGround | '';
  setGround: (ground: RejectionGround | '') => void;
  reason: string;
  setReason: (reason: string) => void;
}

function RejectionFields({ ground, setGround, reason, setReason }: RejectionFieldsProps): ReactNode {
  const { t } = useAdminTexts();
  return (
    <>
      <TextField
        select
        label={t('admin-content.reviews.ground')}
        helperText={t('admin-content.reviews.ground-hint')}
        value={ground}
        onChange={(event) => setGround(event.target.value as RejectionGround | '')}
      >
        {rejectionGrounds.map((each) => (
          <MenuItem key={each} value={each}>
            {t(`admin-content.reviews.ground.${each}`)}
          </MenuItem>
        ))}
      </TextField>
      {ground !== '' && (
        <TextField
          label={t('admin-content.reviews.reason')}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          multiline
          slotProps={{ htmlInput: { maxLength: maxReviewTextLength.reason } }}
        />
      )}
    </>
  );
}

/** Saves a decision on a review. If the save is refused, the form keeps its content. */
function useModeration(review: StaffReview) {
  const notify = useNotify();
  const refresh = useRefresh();
  const [update, { isPending }] = useUpdate();
  const moderate = (decision: object) =>
    update(
      'review',
      { id: review.id, data: { revision: review.revision, ...decision }, previousData: review },
      {
        onSuccess: () => {
          notify('ra.notification.updated', { messageArgs: { smart_count: 1 } });
          refresh();
        },
        onError: (error) => notify((error as HttpError).message || 'admin.callFailed', { type: 'error' }),
      },
    );
  return { moderate, isPending };
}
