import { Card, CardContent, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

interface OrderSectionProps {
  title: string;
  children: ReactNode;
}

export function OrderSection({ title, children }: OrderSectionProps): ReactNode {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ mb: 2 }}>
      <CardContent>
        <Typography id={id} component="h2" variant="h3" sx={{ mb: 1.5 }}>
          {title}
        </Typography>
        {children}
      </CardContent>
    </Card>
  );
}
