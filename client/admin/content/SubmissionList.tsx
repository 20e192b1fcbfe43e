import { Chip, type Theme, useMediaQuery } from '@mui/material';
import type { ReactNode } from 'react';
import {
  AutocompleteInput,
  DataTable,
  NullableBooleanInput,
  type RaRecord,
  ReferenceInput,
  SimpleList,
} from 'react-admin';
import { buildApiUrl } from '#client/core/build-api-url.ts';
import { cropText } from '#shared/content/crop-text.ts';
import type { Submission } from '#shared/forms/forms-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { ListWithExport } from './ListWithExport.tsx';

/** The form submissions of visitors. At first, the list shows only those that are not handled. */
export default function SubmissionList(): ReactNode {
  const { t } = useAdminTexts();
  const filters = [
    <NullableBooleanInput
      key="handled"
      source="isHandled"
      label={t('admin-content.submissions.state')}
      nullLabel="admin-content.submissions.all"
      trueLabel="admin-content.submissions.handled"
      falseLabel="admin-content.submissions.waiting"
      alwaysOn
    />,
    <ReferenceInput key="form" source="idForm" reference="form" alwaysOn>
      <AutocompleteInput label={t('admin-content.submissions.form')} />
    </ReferenceInput>,
  ];
  return (
    <ListWithExport
      help={t('admin-content.submissions.help')}
      filters={filters}
      filterDefaultValues={{ isHandled: false }}
      getExportUrl={({ idForm }) => buildApiUrl('GET /admin/forms/submissions.csv', { query: { idForm } })}
    >
      <Submissions />
    </ListWithExport>
  );
}

/** Maximum number of characters of an excerpt. */
const maxExcerptLength = 80;

/**
 * Returns the beginning of the longest answer, which is the message in most forms. The email address is left out,
 * because the list shows it in another column.
 */
export function createSubmissionExcerpt({ answers, email }: Pick<Submission, 'answers' | 'email'>): string {
  const texts = answers.map((answer) => answer.answers.join(', ').replace(/\s+/g, ' '));
  const others = texts.filter((text) => text.toLowerCase() !== email);
  const message = others.reduce((chosen, text) => (text.length > chosen.length ? text : chosen), '');
  return cropText(message, maxExcerptLength);
}

function Submissions(): ReactNode {
  const { t, date } = useAdminTexts();
  const isNarrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const when = ({ receivedAt }: RaRecord) => date(String(receivedAt), { dateStyle: 'medium', timeStyle: 'short' });
  if (isNarrow)
    return (
      <SimpleList
        linkType="show"
        primaryText={(record) => `${record.form} – ${record.email}`}
        secondaryText={(record) => `${when(record)} – ${createSubmissionExcerpt(record as Submission)}`}
        tertiaryText={(record) => <SubmissionStateChip submission={record as Submission} />}
      />
    );
  return (
    <DataTable bulkActionButtons={false} rowClick="show">
      <DataTable.Col source="receivedAt" label={t('admin-content.submissions.received')} disableSort render={when} />
      <DataTable.Col source="form" label={t('admin-content.submissions.form')} disableSort />
      <DataTable.Col
        source="answers"
        label={t('admin-content.submissions.message')}
        disableSort
        render={(record) => createSubmissionExcerpt(record as Submission)}
      />
      <DataTable.Col source="email" label={t('admin-content.submissions.sender')} disableSort />
      <DataTable.Col
        source="handledAt"
        label={t('admin-content.submissions.state')}
        disableSort
        render={(record) => <SubmissionStateChip submission={record as Submission} />}
      />
    </DataTable>
  );
}

export function SubmissionStateChip({ submission }: { submission: Submission }): ReactNode {
  const { t } = useAdminTexts();
  const isHandled = submission.handledAt !== null;
  return (
    <Chip
      size="small"
      variant="outlined"
      color={isHandled ? 'success' : 'warning'}
      label={t(isHandled ? 'admin-content.submissions.handled' : 'admin-content.submissions.waiting')}
    />
  );
}
