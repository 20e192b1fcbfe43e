import ContentCopy from '@mui/icons-material/ContentCopy';
import { Alert, AlertTitle, IconButton, InputAdornment, TextField, Tooltip } from '@mui/material';
import type { ReactNode } from 'react';
import { useNotify } from 'react-admin';
import type { DnsTxtRecord } from '#shared/response-envelope.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';

interface DomainVerificationRecordProps {
  /** The domain as it was typed. */
  domain: string;
  record: DnsTxtRecord;
}

/** Shows the DNS record that proves control of a domain, and explains where to create it. */
export function DomainVerificationRecord({ domain, record }: DomainVerificationRecordProps): ReactNode {
  const { t } = useAdminTexts();
  return (
    <>
      <Alert severity="warning">
        <AlertTitle>{t('admin-site.domains.proof.title', { domain })}</AlertTitle>
        {t('admin-site.domains.proof.text')}
      </Alert>
      <CopyField label={t('admin-site.domains.proof.name')} value={record.name} />
      <CopyField label={t('admin-site.domains.proof.value')} value={record.value} />
    </>
  );
}

/** A text that can be copied but not changed. */
function CopyField({ label, value }: { label: string; value: string }): ReactNode {
  const { t } = useAdminTexts();
  const notify = useNotify();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      notify('admin-site.domains.proof.copied', { type: 'success' });
    } catch {
      // The clipboard is missing without HTTPS, and the user can deny access to it.
      notify('admin-site.domains.proof.copyFailed', { type: 'warning' });
    }
  };
  const name = t('admin-site.domains.proof.copy', { field: label });
  const button = (
    <InputAdornment position="end">
      <Tooltip title={name}>
        <IconButton aria-label={name} onClick={copy} edge="end">
          <ContentCopy />
        </IconButton>
      </Tooltip>
    </InputAdornment>
  );
  return (
    <TextField
      label={label}
      value={value}
      fullWidth
      multiline
      onFocus={({ target }) => target.select()}
      slotProps={{ input: { readOnly: true, endAdornment: button } }}
    />
  );
}
