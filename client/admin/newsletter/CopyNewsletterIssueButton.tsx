import ContentCopy from '@mui/icons-material/ContentCopy';
import { Button } from '@mui/material';
import type { ReactNode } from 'react';
import { useRecordContext } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { ItemRecord } from '../core/resource-adapter.ts';

/** Opens the form for a new issue with the content of the current one. Nothing is stored before the save. */
export function CopyNewsletterIssueButton(): ReactNode {
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
