import { Box, Button, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import {
  DeleteButton,
  type HttpError,
  Show,
  TopToolbar,
  useNotify,
  useRecordContext,
  useRefresh,
  useUpdate,
} from 'react-admin';
import type { Submission } from '#shared/forms/forms-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { SubmissionFiles } from './SubmissionFiles.tsx';
import { SubmissionStateChip } from './SubmissionList.tsx';
import { SubmissionReplyForm } from './SubmissionReplyForm.tsx';
import { SubmissionReplyList } from './SubmissionReplyList.tsx';

/** One form submission, with the actions of staff. */
export default function SubmissionShow(): ReactNode {
  return (
    <Show actions={<Actions />} title={<SubmissionTitle />}>
      <SubmissionDetail />
    </Show>
  );
}

const SubmissionTitle = (): ReactNode => useRecordContext<Submission>()?.form ?? null;

function Actions(): ReactNode {
  const { t } = useAdminTexts();
  const submission = useRecordContext<Submission>();
  const notify = useNotify();
  const refresh = useRefresh();
  const [update, { isPending }] = useUpdate();
  if (!submission) return null;
  const isHandled = submission.handledAt !== null;
  const mark = () =>
    update(
      'form-submission',
      { id: submission.id, data: { revision: submission.revision, isHandled: !isHandled }, previousData: submission },
      {
        onSuccess: () => refresh(),
        onError: (error) => {
          notify((error as HttpError).message || 'admin.callFailed', { type: 'error' });
          refresh();
        },
      },
    );
  return (
    <TopToolbar sx={{ justifyContent: 'flex-start', flexWrap: 'wrap', gap: 1, pb: 2 }}>
      <Button variant="outlined" onClick={mark} disabled={isPending}>
        {t(isHandled ? 'admin-content.submissions.mark-waiting' : 'admin-content.submissions.mark-handled')}
      </Button>
      <DeleteButton mutationMode="pessimistic" />
    </TopToolbar>
  );
}

function SubmissionDetail(): ReactNode {
  const { t, date } = useAdminTexts();
  const submission = useRecordContext<Submission>();
  if (!submission) return null;
  const { id, answers, receivedAt, erasedAfter, files, replies } = submission;
  return (
    <Box sx={{ p: 2 }}>
      <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
        <SubmissionStateChip submission={submission} />
        <Typography variant="body2" color="text.secondary">
          {t('admin-content.submissions.dates', {
            received: date(receivedAt, { dateStyle: 'long', timeStyle: 'short' }),
            erased: date(erasedAfter, { dateStyle: 'long' }),
          })}
        </Typography>
      </Stack>
      <Box component="dl" sx={{ maxWidth: '70ch' }}>
        {answers.map(({ name, label, answers: given }) => (
          <Box key={name} sx={{ mb: 2 }}>
            <Typography component="dt" variant="body2" color="text.secondary">
              {label}
            </Typography>
            <Typography component="dd" sx={{ m: 0, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {given.join(', ') || '–'}
            </Typography>
          </Box>
        ))}
      </Box>
      <SubmissionFiles files={files} />
      <SubmissionReplyList replies={replies} />
      <SubmissionReplyForm key={id} submission={submission} />
    </Box>
  );
}
