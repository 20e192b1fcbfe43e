import { Alert, Button } from '@mui/material';
import { type ReactNode, useState } from 'react';
import type { HostingView } from '#shared/site/site-hosting-contract.ts';
import { useAdminConfig, useAdminTexts } from '../../core/admin-context.tsx';
import { ConfirmActionDialog } from './ConfirmActionDialog.tsx';
import type { useHosting } from './use-hosting.ts';

interface KeptHostingNoticeProps extends Pick<ReturnType<typeof useHosting>, 'isBusy' | 'revertToImport'> {
  hosting: HostingView;
  resource: 'domain' | 'language';
}

/**
 * Explains that imports do not overwrite domains and languages, because they were edited in the panel. A SUPER_ADMIN
 * can revert them to the import.
 */
export function KeptHostingNotice({ hosting, resource, isBusy, revertToImport }: KeptHostingNoticeProps): ReactNode {
  const { t } = useAdminTexts();
  const { role } = useAdminConfig();
  const [isOpen, setIsOpen] = useState(false);
  if (!hosting.isEdited) return null;
  const confirm = async () => {
    await revertToImport(resource, hosting.revision, t('admin-site.domains.revertToImport.done'));
    setIsOpen(false);
  };
  const button = (
    <Button size="small" color="inherit" disabled={isBusy} onClick={() => setIsOpen(true)}>
      {t('admin-site.domains.revertToImport')}
    </Button>
  );
  return (
    <>
      <Alert severity="info" sx={{ flexWrap: 'wrap' }} {...(role === 'SUPER_ADMIN' && { action: button })}>
        {t('admin-site.domains.edited')}
      </Alert>
      {isOpen && (
        <ConfirmActionDialog
          question={t('admin-site.domains.revertToImport.question')}
          consequence={t('admin-site.domains.revertToImport.consequence')}
          action={t('admin-site.domains.revertToImport')}
          isBusy={isBusy}
          onConfirm={confirm}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  );
}
