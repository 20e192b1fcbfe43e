import { type Config, type CustomField, type Fields, Puck, type PuckContext } from '@puckeditor/core';
import '@puckeditor/core/no-external.css';
import './page-editor.css';
import { Alert } from '@mui/material';
import { type ReactNode, useMemo, useState } from 'react';
import { Title } from 'react-admin';
import { useParams } from 'react-router-dom';
import { readStyleNonce } from '#client/admin/core/read-admin-config.ts';
import { Localized, resolveLocalized } from '#shared/localized.ts';
import type { PageContent } from '#shared/pages/page-content.ts';
import type { SectionKind } from '#shared/site/sections.ts';
import { useAdminConfig, useAdminTexts } from '../../core/admin-context.tsx';
import { LoadingScreen } from '../../core/LoadingScreen.tsx';
import { useQueryKeepingData } from '../../core/use-query-keeping-data.ts';
import { SitePreview } from '../../preview/SitePreview.tsx';
import {
  describeSectionField,
  getSectionFieldSchemas,
  type SectionFieldDescription,
} from '../fields/describe-section-field.ts';
import { SectionFieldInput } from '../fields/SectionFieldInput.tsx';
import { EditorActions } from './EditorActions.tsx';
import { PageConflictDialog } from './PageConflictDialog.tsx';
import { createPageCalls, type PageCalls } from './page-calls.ts';
import { toEditorData, toPageContent } from './page-data.ts';
import { SectionList, SelectableSection } from './SectionList.tsx';
import { sectionKindsByGroup } from './section-kinds-by-group.ts';
import { usePageEditor } from './use-page-editor.ts';

/**
 * Hides Puck's action bar of a section, which is English and covers the section above. `SectionActions` replaces it.
 */
const overrides = { actionBar: () => <></> };

export default function PageEditor(): ReactNode {
  const id = Number(useParams().id);
  return <PageEditorOf key={id} id={id} />;
}

let isInstalled = false;

/**
 * Sets the nonce of the Content-Security-Policy on each style element that scripts create with `createElement` from now
 * on. The libraries of the page editor insert styles and have no option for a nonce.
 */
function allowInsertedStyles(target: Document): void {
  const nonce = readStyleNonce(target);
  if (isInstalled || !nonce) return;
  isInstalled = true;
  const createElement = target.createElement.bind(target);
  target.createElement = ((name: string, options?: ElementCreationOptions) => {
    const element = createElement(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  }) as Document['createElement'];
}

interface RenderedSection extends Record<string, unknown> {
  id: string;
  puck: PuckContext;
}

const createField = (name: string, field: SectionFieldDescription): CustomField<unknown> => ({
  type: 'custom',
  render: ({ value, onChange }) => <SectionFieldInput name={name} field={field} value={value} onChange={onChange} />,
});

const createFields = (kind: SectionKind): Fields =>
  Object.fromEntries(
    Object.entries(getSectionFieldSchemas(kind)).map(([name, schema]) => [
      name,
      createField(name, describeSectionField(name, schema)),
    ]),
  ) as Fields;

/** Creates the initial values of a new section: its required lists and formatted texts are empty, not missing. */
function createDefaults(kind: SectionKind): Record<string, unknown> {
  const defaultOf = (field: SectionFieldDescription): unknown =>
    field.kind === 'list' ? [] : field.kind === 'richText' ? { html: '' } : undefined;
  return Object.fromEntries(
    Object.entries(getSectionFieldSchemas(kind)).flatMap(([name, schema]) => {
      const field = describeSectionField(name, schema);
      const value = field.isRequired ? defaultOf(field) : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * Creates the configuration of the page editor: one component for each kind of section, with the fields of its schema.
 */
function createEditorConfig(labelOf: (kind: SectionKind) => string): Config {
  const kinds = Object.values(sectionKindsByGroup).flat();
  return {
    components: Object.fromEntries(
      kinds.map((kind) => [
        kind,
        {
          label: labelOf(kind),
          fields: createFields(kind),
          defaultProps: createDefaults(kind),
          // The section itself, rather than an element around it, can be dragged and chosen.
          inline: true,
          render: ({ id, puck, editMode: _mode, ...fields }: RenderedSection) => (
            <SelectableSection id={id} kind={kind} fields={fields} dragRef={puck.dragRef ?? undefined} />
          ),
        },
      ]),
    ),
    root: {
      fields: {
        title: createField('pageTitle', describeSectionField('pageTitle', Localized)),
        image: {
          type: 'custom',
          render: ({ value, onChange }) => (
            <SectionFieldInput
              name="pagePicture"
              field={{ isRequired: false, kind: 'picture' }}
              value={value ? { image: value } : undefined}
              onChange={(picture) => onChange((picture as { image: number } | undefined)?.image ?? null)}
            />
          ),
        },
      } as Fields,
      render: ({ children }: { children?: ReactNode }) => <>{children}</>,
    },
  };
}

interface PagePreviewProps {
  calls: PageCalls;
  content: PageContent;
}

/** Time in milliseconds without a change after which the preview is rendered again. */
const debounceMs = 700;

interface PreviewState {
  /** URL path of the newest preview; null before the first one. */
  url: string | null;
  /** The numbers, from 1, of the sections that the preview leaves out, because they are incomplete. */
  incomplete: readonly number[];
  /** The reason why there is no newer preview; empty if the server did not respond, null if nothing failed. */
  failure: string | null;
}

/** Returns the numbers of the sections, starting at 1, to which the fields of error messages belong. */
const listSectionNumbersWithErrors = (errors: Readonly<Record<string, string>>): number[] => [
  ...new Set(
    Object.keys(errors).flatMap((field) => {
      const index = /^sections\.(\d+)/.exec(field)?.[1];
      return index === undefined ? [] : [Number(index) + 1];
    }),
  ),
];

/** Renders the content of the editor on the server, shortly after each change. */
function usePagePreview(calls: PageCalls, content: PageContent): PreviewState {
  const { data, error } = useQueryKeepingData((signal) => calls.preview(content, signal), [calls, content], {
    debounceMs,
  });
  return {
    url: data?.url ?? null,
    incomplete: data ? listSectionNumbersWithErrors(data.errors) : [],
    failure: error?.message ?? null,
  };
}

function PagePreview({ calls, content }: PagePreviewProps): ReactNode {
  const { t } = useAdminTexts();
  const { url, incomplete, failure } = usePagePreview(calls, content);
  return (
    <SitePreview title={t('admin-pages.preview.title')} url={url}>
      {failure !== null && <Alert severity="warning">{failure || t('admin-pages.preview.failed')}</Alert>}
      {incomplete.length > 0 && (
        <Alert severity="info" sx={{ mb: 1 }}>
          {t('admin-pages.preview.incomplete', { sections: incomplete.join(', ') })}
        </Alert>
      )}
    </SitePreview>
  );
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
      <SectionList />
      <PagePreview calls={calls} content={content} />
      {editor.conflict && <PageConflictDialog conflict={editor.conflict} editor={editor} />}
    </Puck>
  );
}
