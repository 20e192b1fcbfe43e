import { Card, CardContent, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { PartBoundary } from '../core/PartBoundary.tsx';

interface TodayCardProps {
  title: string;
  children: ReactNode;
}

/** A card with a heading on the panel's first screen. */
export function TodayCard({ title, children }: TodayCardProps): ReactNode {
  const id = useId();
  return (
    <Card component="section" aria-labelledby={id} sx={{ mb: 2 }}>
      <CardContent>
        <Typography id={id} component="h2" variant="h3" sx={{ mb: 1 }}>
          {title}
        </Typography>
        <PartBoundary>{children}</PartBoundary>
      </CardContent>
    </Card>
  );
}
