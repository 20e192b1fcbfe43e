import ExpandMore from '@mui/icons-material/ExpandMore';
import { Accordion, AccordionDetails, AccordionSummary, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { AuditEntry } from '#shared/admin/admin-resources-and-shared-calls-contract.ts';
import { ItemsOrNoResults } from '../resources/ItemsOrNoResults.tsx';
import { AuditDifferences } from './AuditDifferences.tsx';

interface AuditCardsProps {
  /** Returns what was changed. */
  describeChange: (entry: AuditEntry) => string;
  /** Returns when and by whom the change was made. */
  describeOrigin: (entry: AuditEntry) => string;
}

/** The audit log on a phone. Each change opens to show its differences. */
export function AuditCards({ describeChange, describeOrigin }: AuditCardsProps): ReactNode {
  return (
    <ItemsOrNoResults<AuditEntry>>
      {(entries) =>
        entries.map((entry) => (
          <Accordion
            key={entry.id}
            disableGutters
            square
            slotProps={{ heading: { component: 'h2' }, transition: { unmountOnExit: true } }}
          >
            <AccordionSummary expandIcon={<ExpandMore />}>
              <span>
                <Typography component="span" sx={{ display: 'block' }}>
                  {describeChange(entry)}
                </Typography>
                <Typography component="span" variant="body2" color="text.secondary">
                  {describeOrigin(entry)}
                </Typography>
              </span>
            </AccordionSummary>
            <AccordionDetails>
              <AuditDifferences record={entry} />
            </AccordionDetails>
          </Accordion>
        ))
      }
    </ItemsOrNoResults>
  );
}
