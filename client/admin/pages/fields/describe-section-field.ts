import { z } from 'zod';
import { Localized } from '#shared/localized.ts';
import { LocalizedMarkdownOrHtml } from '#shared/localized-markdown-or-html.ts';
import { type SectionKind, sectionInputSchemas } from '#shared/site/sections.ts';

type SectionFieldSchemas = Readonly<Record<string, z.ZodType>>;

export type SectionFieldDescription = { isRequired: boolean } & (
  | { kind: 'localized' | 'richText' | 'picture' | 'boolean' | 'number' | 'text' | 'products' | 'form' }
  | { kind: 'group'; fields: SectionFieldSchemas }
  | { kind: 'list'; item: SectionFieldDescription }
);

export function describeSectionField(name: string, schema: z.ZodType): SectionFieldDescription {
  if (schema instanceof z.ZodOptional)
    return { ...describeSectionField(name, schema.unwrap() as z.ZodType), isRequired: false };
  const isRequired = true;
  if (schema === Localized) return { isRequired, kind: 'localized' };
  if (schema === LocalizedMarkdownOrHtml) return { isRequired, kind: 'richText' };
  if (schema instanceof z.ZodArray) {
    if (name === 'products') return { isRequired, kind: 'products' };
    return { isRequired, kind: 'list', item: describeSectionField(name, schema.element as z.ZodType) };
  }
  if (schema instanceof z.ZodObject) {
    const fields = schema.shape as SectionFieldSchemas;
    if (Object.keys(fields).join() === 'image') return { isRequired, kind: 'picture' };
    return { isRequired, kind: 'group', fields };
  }
  if (schema instanceof z.ZodBoolean) return { isRequired, kind: 'boolean' };
  if (schema instanceof z.ZodNumber) return { isRequired, kind: name === 'form' ? 'form' : 'number' };
  if (schema instanceof z.ZodString) return { isRequired, kind: 'text' };
  throw new Error(`the editor has no input for the field ${name}`);
}

export const getSectionFieldSchemas = (kind: SectionKind): SectionFieldSchemas =>
  kind === 'html' ? { text: LocalizedMarkdownOrHtml } : (sectionInputSchemas[kind].shape as SectionFieldSchemas);
