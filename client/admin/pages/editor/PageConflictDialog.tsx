import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogContentText,
  DialogTitle,
  Typography,
} from '@mui/material';
import type { ReactNode } from 'react';
import type { PageContent } from '#shared/pages/page-content.ts';
import { useAdminTexts } from '../../core/admin-context.tsx';
import { Differences } from '../../resources/StaleItemDialog.tsx';
import { SectionCard } from './SectionCard.tsx';
import type { PageConflict } from './use-page-action.ts';
import type { PageEditorState } from './use-page-editor.ts';

interface PageConflictDialogProps {
  conflict: PageConflict;
  editor: PageEditorState;
}

export function PageConflictDialog({ conflict, editor }: PageConflictDialogProps): ReactNode {
  const { t } = useAdminTexts();
  return (
    <Dialog open onClose={editor.closeConflict} maxWidth="md" fullWidth aria-labelledby="page-conflict-title">
      <DialogTitle id="page-conflict-title">{t(`admin-pages.conflict.${conflict.action}`)}</DialogTitle>
      {/* The tab index lets the keyboard scroll long versions, which contain no focusable element. */}
      <DialogContent tabIndex={0}>
        <DialogContentText>{t('admin-pages.conflict.text')}</DialogContentText>
        <Differences resource="page" mine={toHead(editor.content)} current={toHead(conflict.current.content)} />
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            mt: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
          }}
        >
          <Version title={t('admin.stale.mine')} content={editor.content} other={conflict.current.content} />
          <Version title={t('admin.stale.theirs')} content={conflict.current.content} other={editor.content} />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={editor.closeConflict}>{t('admin.stale.edit')}</Button>
        <Button onClick={editor.takeCurrent}>{t('admin.stale.takeTheirs')}</Button>
        <Button variant="contained" disabled={editor.isBusy} onClick={() => editor.overwrite(conflict)}>
          {t('admin.stale.saveMine')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** The fields of a page outside its sections. */
const toHead = (content: PageContent | null) => ({ title: content?.title, image: content?.image });

interface VersionProps {
  title: string;
  content: PageContent | null;
  other: PageContent | null;
}

/**
 * Converts a section to text with its properties in a fixed order, because the API and the editor order `id` and `kind`
 * differently.
 */
const toText = ({ id, kind, ...fields }: PageContent['sections'][number]): string =>
  JSON.stringify({ id, kind, ...fields });

/** The sections of a version. Those that differ from the other version are framed and labelled. */
function Version({ title, content, other }: VersionProps): ReactNode {
  const same = new Set(other?.sections.map(toText));
  return (
    <section>
      <Typography variant="h3" component="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      {content?.sections.map((section) => {
        const { id, kind, ...fields } = section;
        return (
          <Box key={id} sx={{ mb: 1 }}>
            <SectionCard kind={kind} fields={fields} isDifferent={!same.has(toText(section))} />
          </Box>
        );
      })}
    </section>
  );
}
