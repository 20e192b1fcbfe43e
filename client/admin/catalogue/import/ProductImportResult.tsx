import { Alert, Button, LinearProgress, List, ListItem, ListItemText } from '@mui/material';
import type { ReactNode } from 'react';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { ImportChanges } from './ImportChanges.tsx';
import { toProductFileIssues } from './to-product-file-issues.ts';
import type { ImportCallFailure, ProductImport } from './use-product-import.ts';

/** The outcome of the dry run or the import, and the button for the next step. */
export function ProductImportResult({ productImport }: { productImport: ProductImport }): ReactNode {
  const { t, number } = useAdminTexts();
  const { file, isRunning, check, imported, failure, checkAgain, importFile } = productImport;
  return (
    <>
      {isRunning && <LinearProgress aria-label={t('admin-catalogue.import.running')} sx={{ mt: 2 }} />}
      {failure && <FailureMessage failure={failure} />}
      {failure && !check && file && (
        <Button variant="outlined" onClick={checkAgain} sx={{ mt: 2 }}>
          {t('admin-catalogue.import.again')}
        </Button>
      )}
      {imported && (
        <Alert severity="success" sx={{ mt: 2 }}>
          {t('admin-catalogue.import.imported', { ...imported })}
        </Alert>
      )}
      {check && (
        <Alert severity="info" sx={{ mt: 2 }}>
          {t('admin-catalogue.import.checked', {
            created: check.created,
            updated: check.updated,
            unchanged: check.unchanged,
          })}
        </Alert>
      )}
      {check?.assumedNumber && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          {t('admin-catalogue.import.assumed', {
            ...check.assumedNumber,
            value: number(check.assumedNumber.value, { maximumFractionDigits: 3 }),
          })}
        </Alert>
      )}
      {check && check.created + check.updated > 0 && (
        <Button variant="contained" disabled={isRunning} onClick={importFile} sx={{ mt: 2 }}>
          {t('admin-catalogue.import.run')}
        </Button>
      )}
      {check && <ImportChanges {...check} />}
    </>
  );
}

function FailureMessage({ failure: { message, errors } }: { failure: ImportCallFailure }): ReactNode {
  const { t } = useAdminTexts();
  return (
    <Alert severity="error" sx={{ mt: 2 }}>
      {message}
      <List dense>
        {toProductFileIssues(errors).map(({ line, column, message: issue }) => (
          <ListItem key={`${line}.${column}`} disableGutters>
            <ListItemText primary={issue} secondary={t('admin-catalogue.import.place', { line, column })} />
          </ListItem>
        ))}
      </List>
    </Alert>
  );
}
