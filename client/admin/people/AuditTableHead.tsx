import { TableCell, TableHead, TableRow } from '@mui/material';
import type { ReactNode } from 'react';

/** The head of the audit table. The framework's own head contains a column header without text above the row icons. */
export function AuditTableHead({ children }: { children?: ReactNode }): ReactNode {
  return (
    <TableHead>
      <TableRow>
        <TableCell component="td" padding="none" />
        {children}
      </TableRow>
    </TableHead>
  );
}
