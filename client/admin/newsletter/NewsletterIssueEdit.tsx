import ContentCopy from '@mui/icons-material/ContentCopy';
import { Alert, Button, Stack } from '@mui/material';
import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { ItemRecord } from '../core/resource-adapter.ts';
import { ItemEditFrame } from '../resources/ItemEditFrame.tsx';
import { NewsletterIssueForm } from './NewsletterIssueForm.tsx';
import { getNewsletterIssueInfo } from './NewsletterIssueList.tsx';
import { NewsletterIssuePreview } from './NewsletterIssuePreview.tsx';
import { SendingProgress } from './SendingProgress.tsx';

/** A newsletter issue: the form of a draft, or the progress of an issue that is scheduled or was sent. */
export default function NewsletterIssueEdit(): ReactNode {
  return (
    <ItemEditFrame>
      <NewsletterIssueContent />
    </ItemEditFrame>
  );
}

/** Opens the form for a new issue with the content of the current one. Nothing is stored before the save. */
function CopyNewsletterIssueButton(): ReactNode {
  const { t } = useAdminTexts();
  const navigate = useNavigate();
  const record = useRecordContext<ItemRecord>();
  if (!record) return null;
  const { newsletterList, subject, preheader, blocks } = record;
  const copy = { newsletterList, subject, preheader, blocks };
  return (
    <Button
      color="inherit"
      startIcon={<ContentCopy />}
      onClick={() => navigate('/newsletter-issue/create', { state: { record: copy } })}
    >
      {t('admin-newsletter.copy')}
    </Button>
  );
}

function NewsletterIssueContent(): ReactNode {
  const { t } = useAdminTexts();
  const record = useRecordContext<ItemRecord>();
  if (!record) return null;
  if (getNewsletterIssueInfo(record).state === 'DRAFT') return <NewsletterIssueForm isSaved />;
  return (
    <Stack spacing={3} sx={{ p: 2 }}>
      <Alert severity="info" action={<CopyNewsletterIssueButton />}>
        {t('admin-newsletter.fixed')}
      </Alert>
      <SendingProgress issueId={Number(record.id)} />
      <NewsletterIssuePreview values={record} />
    </Stack>
  );
}
