import CloudUpload from '@mui/icons-material/CloudUpload';
import {
  Alert,
  Box,
  Button,
  LinearProgress,
  List,
  ListItem,
  ListItemText,
  Paper,
  Stack,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { type ReactNode, useRef, useState } from 'react';
import { type HttpError, Title, useTranslate } from 'react-admin';
import { buildApiUrl } from '#client/core/build-api-url.ts';
import type { ProductImportChange, ProductImportCheck } from '#shared/admin/product-import-export-contract.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { callAdminApi, getCallFailureDetails } from '../../core/call-admin-api.ts';
import { useIdempotentCall } from '../../core/use-idempotent-call.ts';

function ImportChanges({ changes, changeCount }: ProductImportCheck): ReactNode {
  const { t } = useAdminTexts();
  if (changes.length === 0) return null;
  return (
    <>
      <Table size="small" aria-label={t('admin-catalogue.import.changes')} sx={changeTable}>
        <TableHead>
          <TableRow>
            <TableCell>{t('admin-catalogue.import.product')}</TableCell>
            <TableCell>{t('admin-catalogue.import.field')}</TableCell>
            <TableCell>{t('admin-catalogue.import.values')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {changes.map((change, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one response are never reordered
            <ChangeRow key={index} change={change} />
          ))}
        </TableBody>
      </Table>
      {changeCount > changes.length && (
        <Typography variant="body2" sx={{ mt: 1 }}>
          {t('admin-catalogue.import.more', { shown: changes.length, count: changeCount })}
        </Typography>
      )}
    </>
  );
}

/** Columns of fixed width, and breaks within words, keep the table within a narrow screen. */
const changeTable = {
  mt: 2,
  tableLayout: 'fixed',
  '& td, & th': { px: { xs: 0.5, sm: 2 }, overflowWrap: 'anywhere', verticalAlign: 'top' },
};

function ChangeRow({ change: { line, product, variant, field, before, after } }: ChangeRowProps): ReactNode {
  const { t } = useAdminTexts();
  const translate = useTranslate();
  const source = field?.replace(/^variant\./, 'variants.');
  return (
    <TableRow>
      <TableCell component="th" scope="row">
        {product}
        <Detail>{variant}</Detail>
        <Detail>{t('admin-catalogue.import.line', { line })}</Detail>
      </TableCell>
      <TableCell>
        {field === null ? '–' : translate(`resources.product.fields.${source}`, { _: field })}
        <Detail>{field}</Detail>
      </TableCell>
      <TableCell>
        {field === null ? (
          t(`admin-catalogue.import.${variant === null ? 'newProduct' : 'newVariant'}`)
        ) : (
          <span>
            <Box component="del" sx={{ color: 'text.secondary' }}>
              {before || t('admin-catalogue.import.empty')}
            </Box>
            {' → '}
            <Box component="ins" sx={{ textDecoration: 'none', fontWeight: 600 }}>
              {after || t('admin-catalogue.import.empty')}
            </Box>
          </span>
        )}
      </TableCell>
    </TableRow>
  );
}

interface ChangeRowProps {
  change: ProductImportChange;
}

const Detail = ({ children }: { children: ReactNode }): ReactNode =>
  children && (
    <Typography variant="caption" color="text.secondary" sx={{ display: 'block' }}>
      {children}
    </Typography>
  );

function ProductImportResult({ productImport }: { productImport: ProductImport }): ReactNode {
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

interface ListedFileIssue {
  line: string;
  column: string;
  message: string;
}

/** Splits the fields of the API's errors, such as `49999.variant.price`, into line and column. */
export const toProductFileIssues = (errors: Readonly<Record<string, string>>): ListedFileIssue[] =>
  Object.entries(errors).map(([path, message]) => {
    const dot = path.indexOf('.');
    return { line: path.slice(0, dot), column: path.slice(dot + 1), message };
  });

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

export default function ProductImportScreen(): ReactNode {
  const { t } = useAdminTexts();
  const inputRef = useRef<HTMLInputElement>(null);
  const productImport = useProductImport();
  return (
    <Stack spacing={2} sx={{ mt: 2, maxWidth: '48rem' }}>
      <Title title={t('admin-catalogue.import.title')} />
      <Typography variant="body2" color="text.secondary">
        {t('admin-catalogue.import.help')}
      </Typography>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {(['csv', 'json'] as const).map((format) => (
          <Button key={format} variant="outlined" href={buildApiUrl(`GET /admin/product/export/${format}`)} download>
            {t(`admin-catalogue.import.export.${format}`)}
          </Button>
        ))}
      </Stack>
      <Paper variant="outlined" sx={{ p: 2 }}>
        <Button
          variant="contained"
          disabled={productImport.isRunning}
          startIcon={<CloudUpload />}
          onClick={() => inputRef.current?.click()}
        >
          {t('admin-catalogue.import.choose')}
        </Button>
        <input
          ref={inputRef}
          type="file"
          accept=".csv,.json,text/csv,application/json"
          aria-label={t('admin-catalogue.import.choose')}
          hidden
          onChange={(event) => {
            productImport.choose(event.target.files?.[0] ?? null);
            event.target.value = '';
          }}
        />
        <Typography variant="body2" sx={{ mt: 1 }}>
          {productImport.file?.name}
        </Typography>
        <ProductImportResult productImport={productImport} />
      </Paper>
    </Stack>
  );
}

type ImportedCounts = Pick<ProductImportCheck, 'created' | 'updated' | 'unchanged'>;

/** A call that was refused or got no response, with the errors of the file by line and column. */
interface ImportCallFailure {
  message: string;
  errors: Readonly<Record<string, string>>;
}

interface ProductImport {
  file: File | null;
  isRunning: boolean;
  /** The dry run that the next import confirms; null while there is none. */
  check: ProductImportCheck | null;
  /** The counts of the finished import; null before. */
  imported: ImportedCounts | null;
  failure: ImportCallFailure | null;
  choose: (file: File | null) => void;
  checkAgain: () => void;
  importFile: () => void;
}

const name = 'POST /admin/product/import';
const idle = { isRunning: false, check: null, imported: null, failure: null };

/** Manages the chosen file and the calls that check and import it. The file stays chosen after a failed call. */
function useProductImport(): ProductImport {
  const { t } = useAdminTexts();
  const callOnce = useIdempotentCall();
  const [file, setFile] = useState<File | null>(null);
  const [state, setState] = useState<Pick<ProductImport, keyof typeof idle>>(idle);
  const createBody = (chosen: File) => {
    const body = new FormData();
    body.set('file', chosen);
    return body;
  };
  const toFailure = (error: unknown): ImportCallFailure => {
    const message = error instanceof Error && error.message ? error.message : t('admin.callFailed');
    return { message, errors: getCallFailureDetails(error).errors ?? {} };
  };

  const check = async (chosen: File) => {
    setState({ ...idle, isRunning: true });
    try {
      const query = { dryRun: 'true' } as const;
      const found = await callAdminApi(name, { query, body: createBody(chosen) });
      setState({ ...idle, check: 'digest' in found ? found : null });
    } catch (error) {
      setState({ ...idle, failure: toFailure(error) });
    }
  };
  const importChecked = async (chosen: File, confirmed: ProductImportCheck) => {
    setState({ ...idle, check: confirmed, isRunning: true });
    try {
      const query = { dryRun: 'false', digest: confirmed.digest } as const;
      const imported = await callOnce(name, { query, body: createBody(chosen) });
      setState({ ...idle, imported });
    } catch (error) {
      setState({ ...idle, check: findNextCheck(error, confirmed), failure: toFailure(error) });
    }
  };
  return {
    file,
    ...state,
    choose: (chosen) => {
      setFile(chosen);
      setState(idle);
      if (chosen) void check(chosen);
    },
    checkAgain: () => file && void check(file),
    importFile: () => file && state.check && void importChecked(file, state.check),
  };
}

/**
 * Returns the dry run that the next import confirms. If the import was refused because products were changed in the
 * meantime, it is the dry run in the refusal; null if the file has become invalid. After any other failure it is
 * `confirmed` again, so that a repeated call returns the result of the first call.
 */
function findNextCheck(error: unknown, confirmed: ProductImportCheck): ProductImportCheck | null {
  const { current } = getCallFailureDetails(error);
  if (current) return current as ProductImportCheck;
  return (error as Partial<HttpError>).status === 422 ? null : confirmed;
}
