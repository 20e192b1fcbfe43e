import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Title } from 'react-admin';

interface StandaloneScreenFrameProps {
  title: string;
  help: string;
  children: ReactNode;
}

export function StandaloneScreenFrame({ title, help, children }: StandaloneScreenFrameProps): ReactNode {
  return (
    <Box sx={{ maxWidth: 960, pb: 6 }}>
      <Title title={title} />
      <Typography variant="body2" color="text.secondary" sx={{ mt: 2, mb: 3, maxWidth: '70ch' }}>
        {help}
      </Typography>
      {children}
    </Box>
  );
}
