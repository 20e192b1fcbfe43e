import { Box, Button, Link, TextField, Typography } from '@mui/material';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { replyLimits } from '#shared/forms/form-limits.ts';
import type { Submission } from '#shared/forms/forms-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { useLeaveWarning } from '../core/use-leave-warning.ts';
import { usePanelMutation } from '../core/use-panel-mutation.ts';
import { isNoteTooLong, NoteField } from '../inputs/NoteField.tsx';

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
