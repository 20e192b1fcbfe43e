import type { Data } from '@puckeditor/core';
import type { DraftSection, PageContent } from '#shared/pages/page-content.ts';
import type { SectionKind } from '#shared/site/sections.ts';

/** The props of the editor's root: the fields of the page itself. */
type PageProps = Pick<PageContent, 'title' | 'image'>;

type EditorData = Data<Record<string, Record<string, unknown>>, PageProps>;

const idPrefix = 'section-';

/** Converts the content of a page to the editor's data. The kind of a section becomes the type of its component. */
export const toEditorData = ({ title, image, sections }: PageContent): EditorData => ({
  root: { props: { title, image } },
  content: sections.map(({ id, kind, ...fields }) => ({ type: kind, props: { ...fields, id: `${idPrefix}${id}` } })),
});

/** @returns null for a section that the editor has added */
function readSectionId(id: unknown): number | null {
  const number = typeof id === 'string' && id.startsWith(idPrefix) ? Number(id.slice(idPrefix.length)) : Number.NaN;
  return Number.isInteger(number) ? number : null;
}

/** Removes the fields with the value `undefined`, because a stored section does not contain them. */
const withoutUndefined = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

interface EditedPage {
  root: { props?: Record<string, unknown> };
  content: readonly { type: string; props: Record<string, unknown> }[];
}

/** Converts the editor's data to the content of a page. New and duplicated sections get the next free ids. */
export function toPageContent({ root, content }: EditedPage): PageContent {
  const used = new Set<number>();
  const stored = content.map(({ props }) => {
    const id = readSectionId(props.id);
    if (id === null || used.has(id)) return null;
    used.add(id);
    return id;
  });
  let lastId = Math.max(0, ...used);
  const { title, image } = (root.props ?? {}) as Partial<PageProps>;
  return {
    title: title ?? '',
    image: image ?? null,
    sections: content.map(({ type, props: { id: _, ...fields } }, index): DraftSection => {
      const id = stored[index] ?? ++lastId;
      return { id, kind: type as SectionKind, ...withoutUndefined(fields) };
    }),
  };
}
