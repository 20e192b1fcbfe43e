import { type ReactNode, useEffect, useRef } from 'react';
import { TextInput, useRecordContext } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { foldText } from '#shared/fold-text.ts';
import { Slug } from '#shared/input-fields.ts';
import type { Localized } from '#shared/localized.ts';
import { useAdminConfig, useAdminTexts } from '../core/admin-context.tsx';
import type { createCommonInputProps } from './common-input-props.ts';
import type { FieldSchemas } from './describe-field.ts';
import { LocalizedInput } from './LocalizedInput.tsx';
import { getTextInLanguage } from './localized-text.ts';

interface SlugInputProps extends Pick<ReturnType<typeof createCommonInputProps>, 'validate'> {
  source: string;
  /** True if the languages of the site may have different slugs. */
  isLocalized: boolean;
}

/** Edits the part of a URL path that names an item. A new item gets a suggestion that follows its title. */
export function SlugInput({ isLocalized, validate, ...props }: SlugInputProps): ReactNode {
  const { t } = useAdminTexts();
  useSlugSuggestion(props.source);
  const common = {
    ...props,
    helperText: t('admin.slugHint'),
    validate: [validate ?? [], requireSlug].flat(),
  };
  return isLocalized ? <LocalizedInput {...common} /> : <TextInput {...common} parse={(text: string) => text} />;
}

/** Derives a slug from a title: `Chenin « Les Galets »` becomes `chenin-les-galets`. */
const suggestSlug = (title: string): string =>
  foldText(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** The fields that may contain the title of an item, in the order in which they are tried. */
const titleFieldNames = ['title', 'name', 'label'] as const;

/** Moves the slug behind the title from which it is derived. */
export function placeSlugAfterTitle(fields: FieldSchemas): FieldSchemas {
  const { slug, ...others } = fields;
  const title = titleFieldNames.find((name) => name in others);
  if (!slug || !title) return fields;
  return Object.fromEntries(
    Object.entries(others).flatMap((entry) => (entry[0] === title ? [entry, ['slug', slug] as const] : [entry])),
  );
}

/** Keeps the slug of a new item in step with its title, until the user types another one. */
function useSlugSuggestion(source: string): void {
  const { languages } = useAdminConfig();
  const { getValues, setValue } = useFormContext();
  const isNew = useRecordContext()?.id === undefined;
  const lastSuggestion = useRef('');
  const titles: unknown[] = useWatch({ name: [...titleFieldNames] });
  const texts = titles.flatMap((title) => languages.map((lang) => getTextInLanguage(title as Localized, lang)));
  const suggestion = suggestSlug(texts.find((text) => text !== '') ?? '');
  useEffect(() => {
    const slug: unknown = getValues(source) ?? '';
    if (!isNew || slug === suggestion || (slug !== '' && slug !== lastSuggestion.current)) return;
    lastSuggestion.current = suggestion;
    setValue(source, suggestion, { shouldDirty: true });
  }, [isNew, source, suggestion, getValues, setValue]);
}

/** Validates a slug. An empty one is valid here, because the validator for required fields rejects it. */
function requireSlug(value: unknown): string | undefined {
  const slugs = typeof value === 'object' && value !== null ? Object.values(value) : [value ?? ''];
  return slugs.every((slug) => slug === '' || Slug.safeParse(slug).success) ? undefined : 'admin.invalidSlug';
}
