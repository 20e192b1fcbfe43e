import { Button, Stack, Typography } from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { DnsTxtRecord } from '#shared/response-envelope.ts';
import type { HostingView } from '#shared/site/site-hosting-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { DomainFields } from './DomainFields.tsx';
import { DomainVerificationRecord } from './DomainVerificationRecord.tsx';
import type { useHosting } from './use-hosting.ts';

interface AddDomainFormProps extends Pick<ReturnType<typeof useHosting>, 'isBusy' | 'save'> {
  hosting: HostingView;
}

/**
 * Form that adds a domain. The new domain redirects to the main domain of its language until it is made the main domain
 * itself.
 */
export function AddDomainForm({ hosting, isBusy, save }: AddDomainFormProps): ReactNode {
  const { t } = useAdminTexts();
  const { revision, languages, defaultLang } = hosting;
  const [values, setValues] = useState({ name: '', lang: defaultLang });
  const [record, setRecord] = useState<DnsTxtRecord | null>(null);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const body = { ...values, revision, isCanonical: false };
    const message = t('admin-site.domains.added', { domain: values.name });
    const { isSaved, missingRecord } = await save('POST /admin/domain', { body }, message);
    if (isSaved) setValues({ ...values, name: '' });
    // After a failure for a reason other than a missing record, the record stays visible, because it is still needed.
    if (isSaved || missingRecord) setRecord(missingRecord);
  };
  return (
    <>
      <Typography variant="h6" component="h2" sx={{ mt: 4, mb: 2 }}>
        {t('admin-site.domains.add.title')}
      </Typography>
      <Stack component="form" spacing={2} onSubmit={add}>
        <Stack direction={{ xs: 'column', sm: 'row' }} spacing={2}>
          <DomainFields
            {...values}
            languages={languages}
            onChange={(change) => {
              setValues({ ...values, ...change });
              if (change.name !== undefined) setRecord(null);
            }}
          />
          {!record && (
            <Button type="submit" variant="contained" disabled={isBusy} sx={{ flexShrink: 0 }}>
              {t('admin-site.domains.add')}
            </Button>
          )}
        </Stack>
        {record && <DomainVerificationRecord domain={values.name} record={record} />}
        {record && (
          <Button type="submit" variant="contained" loading={isBusy} sx={{ alignSelf: 'start' }}>
            {t('admin-site.domains.proof.check')}
          </Button>
        )}
      </Stack>
    </>
  );
}
