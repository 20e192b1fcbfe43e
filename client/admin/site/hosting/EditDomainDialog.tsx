import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { DnsTxtRecord } from '#shared/response-envelope.ts';
import type { HostingView } from '#shared/site/site-hosting-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { DomainFields } from './DomainFields.tsx';
import { DomainVerificationRecord } from './DomainVerificationRecord.tsx';
import type { useHosting } from './use-hosting.ts';

interface EditDomainDialogProps extends Pick<ReturnType<typeof useHosting>, 'isBusy' | 'save'> {
  hosting: HostingView;
  domain: HostingView['domains'][number];
  onClose: () => void;
}

/** Changes the name and the language of a domain. */
export function EditDomainDialog({ hosting, domain, isBusy, save, onClose }: EditDomainDialogProps): ReactNode {
  const { t } = useAdminTexts();
  const id = useId();
  const [values, setValues] = useState({ name: domain.name, lang: domain.lang });
  const [record, setRecord] = useState<DnsTxtRecord | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = { ...values, revision: hosting.revision, isCanonical: domain.isCanonical };
    const message = t('admin-site.domains.changed', { domain: values.name });
    const params = { key: domain.name };
    const { isSaved, missingRecord } = await save('PUT /admin/domain/{key}', { params, body }, message);
    if (isSaved) onClose();
    else if (missingRecord) setRecord(missingRecord);
  };
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby={id}>
      <form onSubmit={submit}>
        <DialogTitle id={id}>{t('admin-site.domains.edit.title', { domain: domain.name })}</DialogTitle>
        <DialogContent>
          <Stack spacing={2} sx={{ pt: 1 }}>
            <DomainFields
              {...values}
              languages={hosting.languages}
              isLanguageFixed={domain.isCanonical}
              onChange={(change) => {
                setValues({ ...values, ...change });
                if (change.name !== undefined) setRecord(null);
              }}
            />
            {record && <DomainVerificationRecord domain={values.name} record={record} />}
          </Stack>
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{t('admin-site.domains.cancel')}</Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            {t(record ? 'admin-site.domains.proof.check' : 'admin-site.domains.save')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
