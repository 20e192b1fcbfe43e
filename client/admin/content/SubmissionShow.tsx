import { Box, Button, Link, Stack, TextField, Typography } from '@mui/material';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
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
import { saveAsFile } from '#client/core/save-as-file.ts';
import { replyLimits } from '#shared/forms/form-limits.ts';
import type { Submission } from '#shared/forms/forms-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { type AdminResponseData, callAdminApi } from '../core/call-admin-api.ts';
import { useLeaveWarning } from '../core/use-leave-warning.ts';
import { usePanelMutation } from '../core/use-panel-mutation.ts';
import { isNoteTooLong, NoteField } from '../inputs/NoteField.tsx';
import { SubmissionStateChip } from './SubmissionList.tsx';

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

function SubmissionFiles({ files }: Pick<Submission, 'files'>): ReactNode {
  const { t } = useAdminTexts();
  const notify = useNotify();
  if (files.length === 0) return null;
  const download = async (id: number) => {
    try {
      saveSubmittedFile(await callAdminApi('GET /admin/forms/file/{id}', { params: { id } }));
    } catch (error) {
      notify((error as HttpError).message || 'admin.callFailed', { type: 'error' });
    }
  };
  return (
    <Stack component="section" spacing={1} sx={{ alignItems: 'flex-start' }}>
      <Typography component="h2" variant="subtitle2">
        {t('admin-content.submissions.files')}
      </Typography>
      {files.map(({ id, name }) => (
        <Button key={id} variant="outlined" onClick={() => download(id)}>
          {name}
        </Button>
      ))}
    </Stack>
  );
}

/** Saves a file whose `content` is in Base64. */
function saveSubmittedFile({ name, content }: AdminResponseData<'GET /admin/forms/file/{id}'>): void {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  // A generic type makes the browser save the file instead of showing untrusted content on the site's origin.
  saveAsFile(new Blob([bytes], { type: 'application/octet-stream' }), name);
}

/**
 * The section of a submission's screen with which staff reply to the sender. Without an email address of the sender, a
 * text replaces the form.
 */
export function SubmissionReplyForm({ submission }: { submission: Submission }): ReactNode {
  const { t } = useAdminTexts();
  const headingId = useId();
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ mt: 3, maxWidth: '70ch' }}>
      <Typography id={headingId} component="h2" variant="h3" sx={{ mb: 1.5 }}>
        {t('admin-content.submissions.reply')}
      </Typography>
      {submission.email === '' ? (
        <Typography>{t('admin-content.submissions.no-sender')}</Typography>
      ) : (
        <ReplyFields submission={submission} />
      )}
    </Box>
  );
}

/** The form that mails a reply. The typed text stays if the reply was not sent. */
function ReplyFields({ submission }: { submission: Submission }): ReactNode {
  const { t } = useAdminTexts();
  const { id, email, form, revision } = submission;
  const initialSubject = t('admin-content.submissions.reply-subject', { form });
  const [subject, setSubject] = useState(initialSubject);
  const [text, setText] = useState('');
  const { isRunning, errors, run } = usePanelMutation(['subject', 'text']);
  const isUnsent = useRef(false);
  useEffect(() => {
    isUnsent.current = text !== '';
  }, [text]);
  useLeaveWarning(isUnsent);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const input = { params: { id }, body: { revision, subject, text } };
    if (!(await run('POST /admin/forms/submission/{id}/reply', input, 'admin-content.submissions.sent'))) return;
    setSubject(initialSubject);
    setText('');
  };
  return (
    <form onSubmit={send}>
      <Typography sx={{ mb: 1, overflowWrap: 'anywhere' }}>
        <Link href={`mailto:${encodeURIComponent(email)}`}>{t('admin-content.submissions.reply-to', { email })}</Link>
      </Typography>
      <TextField
        label={t('admin-content.submissions.reply-subject-label')}
        value={subject}
        onChange={({ target }) => setSubject(target.value)}
        error={'subject' in errors}
        helperText={errors.subject}
        slotProps={{ htmlInput: { maxLength: replyLimits.subjectLength } }}
      />
      <NoteField
        label={t('admin-content.submissions.reply-text')}
        help={t('admin-content.submissions.reply-help')}
        error={errors.text}
        value={text}
        maxLength={replyLimits.textLength}
        onChange={setText}
        minRows={5}
      />
      <Button
        type="submit"
        variant="contained"
        loading={isRunning}
        disabled={subject.trim() === '' || text.trim() === '' || isNoteTooLong(text, replyLimits.textLength)}
      >
        {t('admin-content.submissions.send')}
      </Button>
    </form>
  );
}

/** The replies that staff have sent to a submission, the oldest first. */
function SubmissionReplyList({ replies }: Pick<Submission, 'replies'>): ReactNode {
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
