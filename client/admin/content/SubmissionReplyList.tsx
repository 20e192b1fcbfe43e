import { Box, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import type { Submission } from '#shared/forms/forms-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';

/** The replies that staff have sent to a submission, the oldest first. */
export function SubmissionReplyList({ replies }: Pick<Submission, 'replies'>): ReactNode {
  const { t, date } = useAdminTexts();
  const id = useId();
  if (replies.length === 0) return null;
  return (
    <Box component="section" aria-labelledby={id} sx={{ mt: 3, maxWidth: '70ch' }}>
      <Typography id={id} component="h2" variant="h3" sx={{ mb: 1.5 }}>
        {t('admin-content.submissions.replies')}
      </Typography>
      {replies.map(({ id: replyId, sentAt, author, subject, text }) => (
        <Box key={replyId} component="article" sx={{ mb: 2, pl: 1.5, borderLeft: 3, borderColor: 'divider' }}>
          <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere' }}>
            {[date(sentAt, { dateStyle: 'medium', timeStyle: 'short' }), author].filter(Boolean).join(', ')}
          </Typography>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{subject}</Typography>
          <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Typography>
        </Box>
      ))}
    </Box>
  );
}
