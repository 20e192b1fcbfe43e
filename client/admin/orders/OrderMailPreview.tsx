import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../core/admin-context.tsx';
import { type AdminCallInput, type AdminResponseData, callAdminApi } from '../core/call-admin-api.ts';
import { useQueryKeepingData } from '../core/use-query-keeping-data.ts';

type PreviewName = 'GET /admin/order/{id}/mail-preview' | 'GET /admin/order/{id}/refund-preview';

interface OrderMailPreviewState {
  /** True until the API has responded for the first time. */
  isLoading: boolean;
  /** The mail; null if the change sends none, and without a response. */
  mail: AdminResponseData<PreviewName>['mail'];
  /** The message if the mail cannot be shown, to be passed to `t`; empty otherwise. */
  failure: string;
}

/** Time in milliseconds without typing after which the preview is read again. */
const debounceMs = 400;

export function useOrderMailPreview<N extends PreviewName>(name: N, input: AdminCallInput<N>): OrderMailPreviewState {
  const { data, error } = useQueryKeepingData<AdminResponseData<PreviewName>>(
    (signal) => callAdminApi(name, { ...input, signal }),
    [name, JSON.stringify(input)],
    { debounceMs },
  );
  if (error) return { isLoading: false, mail: null, failure: error.message || 'admin.callFailed' };
  return { isLoading: !data, mail: data?.mail ?? null, failure: '' };
}

export function OrderMailPreview({ isLoading, mail, failure }: OrderMailPreviewState): ReactNode {
  const { t } = useAdminTexts();
  if (isLoading) return <Typography color="text.secondary">{t('admin-orders.mailLoading')}</Typography>;
  if (failure) return <Typography color="error">{t(failure)}</Typography>;
  if (!mail) return <Typography color="text.secondary">{t('admin-orders.noMail')}</Typography>;
  return (
    <Box component="section" aria-label={t('admin-orders.mailPreview')} sx={{ mt: 2 }}>
      <Typography variant="body2" color="text.secondary">
        {t('admin-orders.mailTo', { to: mail.to })}
      </Typography>
      <Box
        tabIndex={0}
        sx={{ mt: 1, p: 2, border: 1, borderColor: 'divider', borderRadius: 1, maxHeight: 280, overflow: 'auto' }}
      >
        <Typography sx={{ fontWeight: 600, mb: 1 }}>{mail.subject}</Typography>
        <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {mail.text}
        </Typography>
      </Box>
    </Box>
  );
}
