import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { toEditorData, toPageContent } from '#client/admin/pages/editor/page-data.ts';
import { sectionKindsByGroup } from '#client/admin/pages/editor/section-kinds-by-group.ts';
import { describeSectionField, getSectionFieldSchemas } from '#client/admin/pages/fields/describe-section-field.ts';
import type { PageContent } from '#shared/pages/page-content.ts';
import { type SectionKind, sectionKindsWithConfig } from '#shared/site/sections.ts';

const estates = ['domaine-des-chenes', 'willow-hill'];

/**
 * Replaces media paths in files by ids of pictures, and paths of Markdown files by HTML, as the API stores these
 * values.
 */
const toStoredValue = (_: string, value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  if (/\.(webp|jpg|png|svg)$/.test(value)) return { image: value.length };
  return value.endsWith('.md') ? { html: `<p>${value}</p>` } : value;
};

const readPages = (estate: string): [string, PageContent][] => {
  const text = readFileSync(join('sites', estate, 'content/pages.json'), 'utf8');
  const pages = JSON.parse(text, toStoredValue) as (PageContent & { id: number })[];
  return pages.map(({ id, title, sections }) => [`${estate}, page ${id}`, { title, image: null, sections }]);
};

describe('the content of a page in the editor', () => {
  it.each(estates.flatMap(readPages))('is unchanged by the conversion for the editor: %s', (_, content) => {
    expect(toPageContent(toEditorData(content))).toEqual(content);
  });

  it('gives new and duplicated sections the next free ids, in their order', () => {
    const data = toEditorData({ title: 'T', image: 4, sections: [{ id: 7, kind: 'news', title: 'N' }] });
    const added = { type: 'text', props: { id: 'text-8f1c', paragraphs: ['P'], note: undefined } };
    const [first] = data.content;
    const content = [added, ...(first ? [first, first] : [])];
    expect(toPageContent({ ...data, content })).toEqual({
      title: 'T',
      image: 4,
      sections: [
        { id: 8, kind: 'text', paragraphs: ['P'] },
        { id: 7, kind: 'news', title: 'N' },
        { id: 9, kind: 'news', title: 'N' },
      ],
    });
  });
});

describe('the kinds of sections', () => {
  const kinds: SectionKind[] = [...sectionKindsWithConfig, 'html'];

  it('are all offered to staff, once', () => {
    expect(Object.values(sectionKindsByGroup).flat().sort()).toEqual(kinds.sort());
  });

  it.each(kinds)('have an input and a label for each field: %s', (kind) => {
    const labels = JSON.parse(readFileSync('shared/texts/en/admin-pages.json', 'utf8')) as Record<string, string>;
    const check = (fields: ReturnType<typeof getSectionFieldSchemas>) => {
      for (const [name, schema] of Object.entries(fields)) {
        expect(labels).toHaveProperty([`field.${name}`]);
        const field = describeSectionField(name, schema);
        const inner = field.kind === 'list' ? field.item : field;
        if (inner.kind === 'group') check(inner.fields);
      }
    };
    check(getSectionFieldSchemas(kind));
    expect(labels).toHaveProperty([`section.${kind}`]);
  });
});
