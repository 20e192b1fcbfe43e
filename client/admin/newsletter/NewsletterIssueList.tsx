import { type Theme, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import { DataTable, List, SearchInput, SelectInput, SimpleList } from 'react-admin';
import { type NewsletterIssueState, newsletterIssueStates } from '#shared/newsletter/newsletter-issue-states.ts';
import { searchFilterName } from '#shared/resource-spec.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { ItemLabel } from '../resources/ItemLabel.tsx';
import { ScreenHelp } from '../resources/ScreenHelp.tsx';

/** The list of newsletter issues with their states, the newest first. */
export default function NewsletterIssueList(): ReactNode {
  const { t } = useAdminTexts();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const choices = newsletterIssueStates.map((id) => ({ id, name: t(`admin-choices.state.${id}`) }));
  const filters = [
    <SearchInput key="search" source={searchFilterName} alwaysOn />,
    <SelectInput key="state" source="state" choices={choices} translateChoice={false} alwaysOn />,
  ];
  return (
    <>
      <ScreenHelp />
      <List filters={filters} perPage={25} exporter={false} sort={{ field: 'id', order: 'DESC' }}>
        {isNarrow ? (
          <SimpleList
            primaryText={<ItemLabel />}
            secondaryText={(record) => <NewsletterIssueStateText record={record} />}
          />
        ) : (
          <DataTable bulkActionButtons={false}>
            <DataTable.Col source="subject">
              <ItemLabel />
            </DataTable.Col>
            <DataTable.Col
              source="state"
              disableSort
              render={(record) => <NewsletterIssueStateText record={record} />}
            />
            <DataTable.Col source="sendAt" render={(record) => <NewsletterIssueTime record={record} />} />
          </DataTable>
        )}
      </List>
    </>
  );
}

interface NewsletterIssueInfo {
  state: NewsletterIssueState;
  /** The time at which the sending starts or started; null for a draft. */
  sendAt: string | null;
}

/** Returns the facts of an issue that the form cannot edit. */
export function getNewsletterIssueInfo(record: object): NewsletterIssueInfo {
  const { state = 'DRAFT', sendAt = null } = ('$info' in record ? record.$info : {}) as Partial<NewsletterIssueInfo>;
  return { state, sendAt };
}

const NewsletterIssueStateText = ({ record }: { record: object }): ReactNode =>
  useAdminTexts().t(`admin-choices.state.${getNewsletterIssueInfo(record).state}`);

function NewsletterIssueTime({ record }: { record: object }): ReactNode {
  const { date } = useAdminTexts();
  const { sendAt } = getNewsletterIssueInfo(record);
  return sendAt === null ? '–' : date(sendAt, { dateStyle: 'medium', timeStyle: 'short' });
}
