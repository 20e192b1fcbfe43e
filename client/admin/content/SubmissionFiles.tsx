import { Button, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { type HttpError, useNotify } from 'react-admin';
import { saveAsFile } from '#client/core/save-as-file.ts';
import type { Submission } from '#shared/forms/forms-contract.ts';
import { useAdminTexts } from '../core/admin-context.tsx';
import { type AdminResponseData, callAdminApi } from '../core/call-admin-api.ts';

/** The files of a form submission, for download. */
export function SubmissionFiles({ files }: Pick<Submission, 'files'>): ReactNode {
  const { t } = useAdminTexts();
  const notify = useNotify();
  if (files.length === 0) return null;
  const download = async (id: number) => {
    try {
      saveSubmittedFile(await callAdminApi('GET /admin/forms/file/{id}', { params: { id } }));
    } catch (error) {
      notify((error as HttpError).message || 'admin.callFailed', { type: 'error' });
    }
  };
  return (
    <Stack component="section" spacing={1} sx={{ alignItems: 'flex-start' }}>
      <Typography component="h2" variant="subtitle2">
        {t('admin-content.submissions.files')}
      </Typography>
      {files.map(({ id, name }) => (
        <Button key={id} variant="outlined" onClick={() => download(id)}>
          {name}
        </Button>
      ))}
    </Stack>
  );
}

/** Saves a file whose `content` is in Base64. */
function saveSubmittedFile({ name, content }: AdminResponseData<'GET /admin/forms/file/{id}'>): void {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  // A generic type makes the browser save the file instead of showing untrusted content on the site's origin.
  saveAsFile(new Blob([bytes], { type: 'application/octet-stream' }), name);
}
