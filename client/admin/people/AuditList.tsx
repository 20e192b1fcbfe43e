import ExpandMore from '@mui/icons-material/ExpandMore';
import {
  Accordion,
  AccordionDetails,
  AccordionSummary,
  Box,
  TableCell,
  TableHead,
  TableRow,
  type Theme,
  Typography,
  useMediaQuery,
} from '@mui/material';
import type { ReactNode } from 'react';
import { DataTable, DateInput, List, TextInput, useTranslate } from 'react-admin';
import type { AuditEntry } from '#shared/admin/admin-contract.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import type { DayFilterMeta } from '../core/resource-adapter.ts';
import { useItemDescriber } from '../resources/describe-item.ts';
import { ItemsOrNoResults } from '../resources/ItemsOrNoResults.tsx';
import { ScreenHelp } from '../resources/ScreenHelp.tsx';
import { useDifferences } from '../resources/use-differences.ts';

const { Col } = DataTable;

interface AuditCardsProps {
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

/** The head of the audit table. The framework's own head contains a column header without text above the row icons. */
function AuditTableHead({ children }: { children?: ReactNode }): ReactNode {
  return (
    <TableHead>
      <TableRow>
        <TableCell component="td" padding="none" />
        {children}
      </TableRow>
    </TableHead>
  );
}

/** The changes that staff have made, by default the newest first, with the fields that changed. */
export default function AuditList(): ReactNode {
  const { t, date } = useAdminTexts();
  const { timeZone } = useAdminConfig();
  const describeRecord = useItemDescriber();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const translate = useTranslate();
  const when = (at: string) => date(at, { dateStyle: 'medium', timeStyle: 'short' });
  const describeChange = ({ action, resource, key, before, after }: AuditEntry) =>
    [
      t(`admin-people.action.${action}`),
      translate(`resources.${resource}.name`, { smart_count: 1 }),
      describeRecord({ ...(after ?? before), id: key }),
    ].join(' ');
  const filters = [
    <TextInput key="key" source="key" label={t('admin-people.audit.key')} alwaysOn resettable />,
    <TextInput key="email" source="email" label={t('admin-people.audit.who')} alwaysOn resettable />,
    <DateInput key="from" source="from" label={t('admin-orders.from')} alwaysOn />,
    <DateInput key="until" source="until" label={t('admin-orders.until')} alwaysOn />,
  ];
  return (
    <>
      <ScreenHelp />
      <List
        filters={filters}
        sort={{ field: 'at', order: 'DESC' }}
        queryOptions={{ meta: { timeZone } satisfies DayFilterMeta }}
        perPage={25}
        exporter={false}
        actions={false}
      >
        {isNarrow ? (
          <AuditCards
            describeChange={describeChange}
            describeOrigin={({ at, email }) => `${when(at)}, ${email ?? t('admin-people.audit.deleted')}`}
          />
        ) : (
          <DataTable<AuditEntry>
            bulkActionButtons={false}
            rowClick="expand"
            expand={<AuditDifferences />}
            head={AuditTableHead}
          >
            <Col source="at" label={t('admin-people.audit.at')} render={({ at }: AuditEntry) => when(at)} />
            <Col
              source="email"
              label={t('admin-people.audit.who')}
              disableSort
              render={({ email }: AuditEntry) => email ?? t('admin-people.audit.deleted')}
            />
            <Col source="action" label={t('admin-people.audit.what')} disableSort render={describeChange} />
          </DataTable>
        )}
      </List>
    </>
  );
}

/**
 * The fields that a change by staff has modified, each with the values before and after.
 * @param record The entry of the audit log. The framework passes the entry to an expanded row of a table.
 */
export function AuditDifferences({ record }: { record?: AuditEntry }): ReactNode {
  const { t } = useAdminTexts();
  const differences = useDifferences(record?.resource ?? '', record?.before ?? {}, record?.after ?? {});
  if (!record) return null;
  if (differences.length === 0) return <p>{t('admin-people.audit.none')}</p>;
  return (
    <Box component="dl" sx={{ m: 0, py: 1, overflowWrap: 'anywhere' }}>
      {differences.map(({ field, label, mine: before, theirs: after }) => (
        <Box key={field} sx={{ mb: 1 }}>
          <dt>
            <strong>{label}</strong>
          </dt>
          <dd>{t('admin-people.audit.change', { before, after })}</dd>
        </Box>
      ))}
    </Box>
  );
}
