import { Alert, AlertTitle, Box } from '@mui/material';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { LoadFailure } from '../../core/LoadFailure.tsx';
import { StandaloneScreenFrame } from '../../resources/StandaloneScreenFrame.tsx';
import { AddDomainForm } from './AddDomainForm.tsx';
import { DomainRow } from './DomainRow.tsx';
import { KeptHostingNotice } from './KeptHostingNotice.tsx';
import { useHosting } from './use-hosting.ts';

/** The domains of the site, with the DNS records that they need. */
export default function DomainsScreen(): ReactNode {
  const { t } = useAdminTexts();
  const { hosting, isLoadingError, refetch, ...saving } = useHosting('GET /admin/domain');
  return (
    <StandaloneScreenFrame title={t('admin-site.domains.title')} help={t('admin-site.domains.help')}>
      {isLoadingError && <LoadFailure onRetry={refetch} />}
      {hosting && (
        <>
          <KeptHostingNotice {...saving} resource="domain" hosting={hosting} />
          <Box component="ul" sx={{ p: 0, listStyle: 'none' }}>
            {hosting.domains.map((domain) => (
              <DomainRow key={domain.name} {...saving} hosting={hosting} domain={domain} />
            ))}
          </Box>
          <AddDomainForm {...saving} hosting={hosting} />
          <DnsRecords domain={hosting.domains.find(({ isCanonical }) => isCanonical)?.name ?? ''} />
        </>
      )}
    </StandaloneScreenFrame>
  );
}

function DnsRecords({ domain }: { domain: string }): ReactNode {
  const { t } = useAdminTexts();
  return (
    <Alert severity="info" sx={{ mt: 3 }}>
      <AlertTitle>{t('admin-site.domains.dns.title')}</AlertTitle>
      <p>{t('admin-site.domains.dns.subdomain', { domain })}</p>
      <p>{t('admin-site.domains.dns.apex', { domain })}</p>
      <p>{t('admin-site.domains.dns.certificate')}</p>
    </Alert>
  );
}
