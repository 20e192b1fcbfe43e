import { Link, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { DeleteButton, SimpleForm, Toolbar, useRecordContext } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';
import { ItemEditFrame } from '../resources/ItemEditFrame.tsx';
import { MediaUses } from './MediaUses.tsx';

const toolbar = (
  <Toolbar>
    <DeleteButton mutationMode="pessimistic" />
  </Toolbar>
);

/** A PDF, font or video with the items that use it. A file cannot be edited. */
export default function FileDetails(): ReactNode {
  return (
    <ItemEditFrame>
      <SimpleForm toolbar={toolbar}>
        <FileFacts />
        <MediaUses kind="file" />
      </SimpleForm>
    </ItemEditFrame>
  );
}

interface FileInfo {
  url?: string;
  name?: string;
  bytes?: number;
  type?: string;
}

function FileFacts(): ReactNode {
  const { t, number } = useAdminTexts();
  const file = useRecordContext();
  if (!file) return null;
  const { url = '', name = '', bytes = 0, type } = (file.$info ?? {}) as FileInfo;
  return (
    <>
      <Typography>
        <Link href={url}>{name}</Link> –{' '}
        {t('admin-content.files.size', { kilobytes: number(Math.ceil(bytes / 1_000)) })}
      </Typography>
      {type === 'application/pdf' && <Typography variant="body2">{t('admin-content.files.link')}</Typography>}
    </>
  );
}
