import { Alert } from '@mui/material';
import type { ReactNode } from 'react';
import type { PageContent } from '#shared/pages/page-content.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { SitePreview } from '../../preview/SitePreview.tsx';
import type { PageCalls } from './page-calls.ts';
import { usePagePreview } from './use-page-preview.ts';

interface PagePreviewProps {
  calls: PageCalls;
  content: PageContent;
}

/** Shows the page as visitors would see it with the content of the editor, rendered by the server. */
export function PagePreview({ calls, content }: PagePreviewProps): ReactNode {
  const { t } = useAdminTexts();
  const { url, incomplete, failure } = usePagePreview(calls, content);
  return (
    <SitePreview title={t('admin-pages.preview.title')} url={url}>
      {failure !== null && <Alert severity="warning">{failure || t('admin-pages.preview.failed')}</Alert>}
      {incomplete.length > 0 && (
        <Alert severity="info" sx={{ mb: 1 }}>
          {t('admin-pages.preview.incomplete', { sections: incomplete.join(', ') })}
        </Alert>
      )}
    </SitePreview>
  );
}
