import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callAdminApi } from '../core/call-admin-api.ts';

/** The estate's logo. On phones, until it is loaded, and for an estate without one, nothing is shown. */
export function EstateLogo(): ReactNode {
  const { data } = useQuery({ queryKey: ['logo'], queryFn: () => callAdminApi('GET /logo'), staleTime: Infinity });
  const logo = data?.logos.find(({ type }) => type === 'LOGO');
  if (!logo) return null;
  return (
    <Box
      component="img"
      src={logo.onlineImage.url}
      alt=""
      sx={{ display: { xs: 'none', sm: 'block' }, height: 32, maxWidth: 120, objectFit: 'contain', mr: 2 }}
    />
  );
}
