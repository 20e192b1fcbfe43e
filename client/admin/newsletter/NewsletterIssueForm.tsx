import { Box } from '@mui/material';
import type { ReactNode } from 'react';
import { DeleteButton, SaveButton, SimpleForm, Toolbar } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { NewsletterIssueInput } from '#shared/newsletter/newsletter-issue-input.ts';
import { SchemaFields } from '../inputs/SchemaInput.tsx';
import { NewsletterIssuePreview } from './NewsletterIssuePreview.tsx';
import { SendButtons } from './SendButtons.tsx';

interface NewsletterIssueFormProps {
  /** True for an issue that is stored, which can be sent. */
  isSaved: boolean;
}

/** The form of an issue, with the mail beside it as its recipients will see it. */
export function NewsletterIssueForm({ isSaved }: NewsletterIssueFormProps): ReactNode {
  return (
    <SimpleForm toolbar={<NewsletterIssueToolbar isSaved={isSaved} />} warnWhenUnsavedChanges sx={{ maxWidth: 'none' }}>
      <Box sx={columns}>
        <SchemaFields fields={NewsletterIssueInput.shape} omit={['id']} />
        <PreviewOfForm />
      </Box>
    </SimpleForm>
  );
}

const columns = {
  display: 'grid',
  width: '100%',
  gap: 4,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', xl: 'minmax(0, 1fr) minmax(0, 1fr)' },
};

/**
 * The preview of the form. `useWatch` renders again after each change, and `getValues` returns all values, also those
 * that were never edited.
 */
function PreviewOfForm(): ReactNode {
  const { getValues } = useFormContext();
  useWatch();
  return <NewsletterIssuePreview values={getValues()} />;
}

/**
 * The toolbar of the form. On a phone the buttons that send are on a separate line, below those that save and delete.
 */
const NewsletterIssueToolbar = ({ isSaved }: NewsletterIssueFormProps): ReactNode => (
  <Toolbar sx={{ justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}>
    <SaveButton />
    {isSaved && (
      <Box sx={{ order: { xs: 1, sm: 0 }, width: { xs: '100%', sm: 'auto' } }}>
        <SendButtons />
      </Box>
    )}
    {isSaved && <DeleteButton mutationMode="pessimistic" />}
  </Toolbar>
);
