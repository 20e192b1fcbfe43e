import { Box, Link } from '@mui/material';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';

interface ELabelQrCodeProps {
  id: number;
  /** True to show links to the files for the printer. */
  hasDownloads?: boolean;
}

/** The QR code of a stored label. It contains the label's address, so changes of the label do not change the code. */
export function ELabelQrCode({ id, hasDownloads = false }: ELabelQrCodeProps): ReactNode {
  const { t } = useAdminTexts();
  return (
    <Box>
      <Box
        component="img"
        src={`/e/${id}/qr.svg`}
        alt={t('admin-catalogue.labels.code', { id: String(id) })}
        sx={{ width: 132, height: 132, display: 'block' }}
      />
      {hasDownloads &&
        (['svg', 'png'] as const).map((format) => (
          <Link key={format} href={`/e/${id}/qr.${format}`} download={`e-label-${id}.${format}`} sx={{ mr: 2 }}>
            {t(`admin-catalogue.labels.download.${format}`)}
          </Link>
        ))}
    </Box>
  );
}
