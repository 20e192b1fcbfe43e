import { Puck } from '@puckeditor/core';
import '@puckeditor/core/no-external.css';
import './page-editor.css';
import { Alert } from '@mui/material';
import { type ReactNode, useMemo, useState } from 'react';
import { Title } from 'react-admin';
import { useParams } from 'react-router-dom';
import { resolveLocalized } from '#shared/localized.ts';
import { useAdminConfig, useAdminTexts } from '../../core/admin-context.tsx';
import { LoadingScreen } from '../../core/LoadingScreen.tsx';
import { allowInsertedStyles } from './allow-inserted-styles.ts';
import { createEditorConfig } from './create-editor-config.tsx';
import { EditorActions } from './EditorActions.tsx';
import { PageConflictDialog } from './PageConflictDialog.tsx';
import { PagePreview } from './PagePreview.tsx';
import { createPageCalls } from './page-calls.ts';
import { toEditorData, toPageContent } from './page-data.ts';
import { SectionListWithFields } from './SectionListWithFields.tsx';
import { usePageEditor } from './use-page-editor.ts';

/**
 * Hides Puck's action bar of a section, which is English and covers the section above. `SectionActions` replaces it.
 */
const overrides = { actionBar: () => <></> };

/** The screen on which staff edit the sections of a page, preview the page and publish it. */
export default function PageEditor(): ReactNode {
  const id = Number(useParams().id);
  return <PageEditorOf key={id} id={id} />;
}

function PageEditorOf({ id }: { id: number }): ReactNode {
  const { t } = useAdminTexts();
  const { lang, languages } = useAdminConfig();
  const calls = useMemo(() => createPageCalls(id), [id]);
  const config = useMemo(() => createEditorConfig((kind) => t(`admin-pages.section.${kind}`)), [t]);
  useState(() => allowInsertedStyles(document));
  const editor = usePageEditor(id, calls);
  const { content, loadCount, failure } = editor;
  if (failure !== null) return <Alert severity="error">{failure || t('admin.callFailed')}</Alert>;
  if (content === null) return <LoadingScreen />;
  return (
    <Puck
      key={loadCount}
      config={config}
      data={toEditorData(content)}
      onChange={(data) => editor.change(toPageContent(data))}
      iframe={{ enabled: false }}
      overrides={overrides}
    >
      <Title title={resolveLocalized(content.title, lang, languages[0] ?? lang)} />
      <EditorActions editor={editor} calls={calls} />
      <SectionListWithFields />
      <PagePreview calls={calls} content={content} />
      {editor.conflict && <PageConflictDialog conflict={editor.conflict} editor={editor} />}
    </Puck>
  );
}
