import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../core/admin-context.tsx';
import type { OrderMailPreviewState } from './use-order-mail-preview.ts';

/** Shows the mail that a change of an order will send to the customer. */
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
