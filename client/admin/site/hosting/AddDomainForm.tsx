import { Button, Stack, Typography } from '@mui/material';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { DnsRecord } from '#shared/envelope.ts';
import type { HostingView } from '#shared/site/site-hosting-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { DomainFields } from './DomainFields.tsx';
import { MissingDomainVerification } from './MissingDomainVerification.tsx';
import type { useHosting } from './use-hosting.ts';

interface DomainFormProps extends Pick<ReturnType<typeof useHosting>, 'isBusy' | 'save'> {
  hosting: HostingView;
}

/**
 * Form that adds a domain. The new domain redirects to the main domain of its language until it is made the main domain
 * itself.
 */
export function DomainForm({ hosting, isBusy, save }: DomainFormProps): ReactNode {
  const { t } = useAdminTexts();
  const { revision, languages, defaultLang } = hosting;
  const [draft, setDraft] = useState({ name: '', lang: defaultLang });
  const [record, setRecord] = useState<DnsRecord | null>(null);
  const add = async (event: FormEvent) => {
    event.preventDefault();
    const body = { ...draft, revision, isCanonical: false };
    const message = t('admin-site.domains.added', { domain: draft.name });
    const { isSaved, missingRecord } = await save('POST /admin/domain', { body }, message);
    if (isSaved) setDraft({ ...draft, name: '' });
    // After a check that failed for another reason, the record stays visible, because it is still needed.
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
            {...draft}
            languages={languages}
            onChange={(change) => {
              setDraft({ ...draft, ...change });
              if (change.name !== undefined) setRecord(null);
            }}
          />
          {!record && (
            <Button type="submit" variant="contained" disabled={isBusy} sx={{ flexShrink: 0 }}>
              {t('admin-site.domains.add')}
            </Button>
          )}
        </Stack>
        {record && <MissingDomainVerification domain={draft.name} record={record} />}
        {record && (
          <Button type="submit" variant="contained" loading={isBusy} sx={{ alignSelf: 'start' }}>
            {t('admin-site.domains.proof.check')}
          </Button>
        )}
      </Stack>
    </>
  );
}
