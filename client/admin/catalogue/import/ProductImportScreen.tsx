import CloudUpload from '@mui/icons-material/CloudUpload';
import { Alert, Button, LinearProgress, List, ListItem, ListItemText, Paper, Stack, Typography } from '@mui/material';
import { type ReactNode, useRef, useState } from 'react';
import { Title } from 'react-admin';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { callAdminApi, getCallFailure } from '../../core/call-admin-api.ts';
import { toProductFileIssues } from './to-product-file-issues.ts';

interface ImportCounts {
  created: number;
  updated: number;
  unchanged: number;
}

type ImportState =
  | { step: 'idle' }
  | { step: 'running' }
  | { step: 'checked' | 'imported'; counts: ImportCounts }
  | { step: 'refused'; message: string; errors: Readonly<Record<string, string>> };

/** Exports the products, checks a file of products, and imports it. */
export default function ProductImportScreen(): ReactNode {
  const { t } = useAdminTexts();
  const inputRef = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [state, setState] = useState<ImportState>({ step: 'idle' });
  const send = async (isDryRun: boolean, chosen: File | null) => {
    if (!chosen) return;
    setState({ step: 'running' });
    const body = new FormData();
    body.set('file', chosen);
    try {
      const call = { method: 'POST', query: { dryRun: isDryRun }, body } as const;
      const counts = await callAdminApi<ImportCounts>('/admin/product/import', call);
      setState({ step: isDryRun ? 'checked' : 'imported', counts });
    } catch (error) {
      const message = error instanceof Error && error.message ? error.message : t('admin.callFailed');
      setState({ step: 'refused', message, errors: getCallFailure(error).errors ?? {} });
    }
  };
  const choose = (chosen: File | null) => {
    setFile(chosen);
    setState({ step: 'idle' });
    void send(true, chosen);
  };
  return (
    <Stack spacing={2} sx={{ mt: 2, maxWidth: '48rem' }}>
      <Title title={t('admin-catalogue.import.title')} />
      <Typography variant="body2" color="text.secondary">
        {t('admin-catalogue.import.help')}
      </Typography>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {(['csv', 'json'] as const).map((format) => (
          <Button key={format} variant="outlined" href={`/api/admin/product/export/${format}`} download>
            {t(`admin-catalogue.import.export.${format}`)}
          </Button>
        ))}
      </Stack>
      <Paper variant="outlined" sx={{ p: 2 }}>
        <Button
          variant="contained"
          disabled={state.step === 'running'}
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
            choose(event.target.files?.[0] ?? null);
            event.target.value = '';
          }}
        />
        <Typography variant="body2" sx={{ mt: 1 }}>
          {file?.name}
        </Typography>
        <ImportResult state={state} />
        {state.step === 'checked' && state.counts.created + state.counts.updated > 0 && (
          <Button variant="contained" onClick={() => send(false, file)} sx={{ mt: 2 }}>
            {t('admin-catalogue.import.run')}
          </Button>
        )}
      </Paper>
    </Stack>
  );
}

function ImportResult({ state }: { state: ImportState }): ReactNode {
  const { t } = useAdminTexts();
  if (state.step === 'idle') return null;
  if (state.step === 'running')
    return <LinearProgress aria-label={t('admin-catalogue.import.running')} sx={{ mt: 2 }} />;
  if (state.step === 'refused')
    return (
      <Alert severity="error" sx={{ mt: 2 }}>
        {state.message}
        <List dense>
          {toProductFileIssues(state.errors).map(({ line, column, message }) => (
            <ListItem key={`${line}.${column}`} disableGutters>
              <ListItemText primary={message} secondary={t('admin-catalogue.import.place', { line, column })} />
            </ListItem>
          ))}
        </List>
      </Alert>
    );
  return (
    <Alert severity={state.step === 'imported' ? 'success' : 'info'} sx={{ mt: 2 }}>
      {t(`admin-catalogue.import.${state.step}`, { ...state.counts })}
    </Alert>
  );
}
