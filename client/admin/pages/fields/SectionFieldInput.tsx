import { Box, FormControlLabel, Stack, Switch, TextField, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { LocalizedRichText } from '#client/admin/inputs/RichTextInput.tsx';
import { getLanguageRecord } from '#shared/languages.ts';
import type { Localized } from '#shared/localized.ts';
import type { LocalizedMarkdownOrHtml } from '#shared/localized-markdown-or-html.ts';
import { useAdminConfig, useAdminTexts } from '../../core/admin-context.tsx';
import { LinkAddressField } from '../../inputs/LinkAddressField.tsx';
import { getTextInLanguage, setLocalizedText } from '../../inputs/localized-text.ts';
import { describeSectionField, type SectionFieldDescription } from './describe-section-field.ts';
import { ListField } from './ListField.tsx';
import { ReferenceSelectField } from './ReferenceSelectField.tsx';

interface SectionFieldInputProps {
  name: string;
  field: SectionFieldDescription;
  value: unknown;
  /** Receives `undefined` for an emptied field, but a list, a formatted text and a plain text become empty instead. */
  onChange: (value: unknown) => void;
  /** Replaces the default label of the field, for example in lists. */
  label?: string;
}

/** Fields whose texts can have several lines. */
const longFields: readonly string[] = ['text', 'paragraphs', 'items', 'note', 'subtitle'];

interface LocalizedFieldProps {
  name: string;
  label: string;
  isRequired: boolean;
  value: Localized | undefined;
  onChange: (value: Localized | undefined) => void;
}

const isEmpty = (text: Localized): boolean =>
  typeof text === 'string' ? text === '' : Object.values(text).every((part) => part === '');

/** One input for each language of the site. A text that is empty in all languages is left out. */
function LocalizedTextInputs({ name, label, isRequired, value, onChange }: LocalizedFieldProps): ReactNode {
  const { languages } = useAdminConfig();
  return languages.map((lang) => (
    <TextField
      key={lang}
      label={languages.length > 1 ? `${label} (${getLanguageRecord(lang).label})` : label}
      value={getTextInLanguage(value, lang)}
      required={isRequired}
      multiline={longFields.includes(name)}
      onChange={({ target }) => {
        const changed = setLocalizedText(value, lang, target.value, languages);
        onChange(isEmpty(changed) ? undefined : changed);
      }}
      slotProps={{ htmlInput: { lang: lang.slice(0, 2) } }}
    />
  ));
}

export function SectionFieldInput({
  name,
  field,
  value,
  onChange,
  label: ownLabel,
}: SectionFieldInputProps): ReactNode {
  const { t } = useAdminTexts();
  const label = ownLabel ?? t(`admin-pages.field.${name}`);
  const common = { label, isRequired: field.isRequired };
  switch (field.kind) {
    case 'localized':
      return <LocalizedTextInputs {...common} name={name} value={value as Localized | undefined} onChange={onChange} />;
    case 'richText':
      return <SectionText label={label} value={value as LocalizedMarkdownOrHtml | undefined} onChange={onChange} />;
    case 'picture':
    case 'form':
    case 'products':
      return <ReferenceField {...common} kind={field.kind} value={value} onChange={onChange} />;
    case 'boolean':
    case 'number':
    case 'text':
      if (name === 'url') return <LinkAddressField {...common} value={String(value ?? '')} onChange={onChange} />;
      return <PlainField {...common} kind={field.kind} value={value} onChange={onChange} />;
    case 'list': {
      const { item } = field;
      return (
        <ListField
          label={label}
          item={item}
          value={(value as unknown[] | undefined) ?? []}
          onChange={onChange}
          renderItem={(props) => <SectionFieldInput name={name} field={item} {...props} />}
        />
      );
    }
    case 'group':
      return (
        <GroupField
          label={label}
          field={field}
          value={value as Record<string, unknown> | undefined}
          onChange={onChange}
        />
      );
  }
}

interface ReferenceFieldProps extends Pick<SectionFieldInputProps, 'value' | 'onChange'> {
  kind: 'picture' | 'form' | 'products';
  label: string;
  isRequired: boolean;
}

function ReferenceField({ kind, value, onChange, ...common }: ReferenceFieldProps): ReactNode {
  switch (kind) {
    case 'picture':
      return (
        <ReferenceSelectField
          {...common}
          resource="image"
          value={idsOf((value as { image?: number } | undefined)?.image)}
          onChange={([image]) => onChange(image === undefined ? undefined : { image })}
        />
      );
    case 'form':
      return (
        <ReferenceSelectField {...common} resource="form" value={idsOf(value)} onChange={([id]) => onChange(id)} />
      );
    case 'products':
      return (
        <ReferenceSelectField
          {...common}
          resource="product"
          isMultiple
          value={(value as number[] | undefined) ?? []}
          onChange={(ids) => onChange(ids.length > 0 ? ids : undefined)}
        />
      );
  }
}

const idsOf = (id: unknown): number[] => (typeof id === 'number' ? [id] : []);

interface PlainFieldProps extends Pick<SectionFieldInputProps, 'value' | 'onChange'> {
  kind: 'boolean' | 'number' | 'text';
  label: string;
  isRequired: boolean;
}

/** The input for a switch, a number or a text that is the same in all languages. */
function PlainField({ kind, label, isRequired, value, onChange }: PlainFieldProps): ReactNode {
  if (kind === 'boolean')
    return (
      <FormControlLabel
        control={<Switch checked={value === true} onChange={(event) => onChange(event.target.checked || undefined)} />}
        label={label}
      />
    );
  const common = { label, required: isRequired, value: value ?? '' };
  if (kind === 'text') return <TextField {...common} onChange={({ target }) => onChange(target.value)} />;
  return (
    <TextField
      {...common}
      type="number"
      onChange={({ target }) => onChange(target.value === '' ? undefined : Number(target.value))}
      slotProps={{ htmlInput: { step: 'any' } }}
    />
  );
}

interface GroupFieldProps {
  label: string;
  field: Extract<SectionFieldDescription, { kind: 'group' }>;
  value: Record<string, unknown> | undefined;
  onChange: (value: unknown) => void;
}

/** The inputs for the fields of an object. An optional object without any field is left out. */
function GroupField({ label, field, value = {}, onChange }: GroupFieldProps): ReactNode {
  const change = (name: string, changed: unknown) => {
    const { [name]: _, ...others } = value;
    const next = changed === undefined ? others : { ...others, [name]: changed };
    onChange(field.isRequired || Object.keys(next).length > 0 ? next : undefined);
  };
  return (
    <Stack component="fieldset" sx={{ border: '1px solid', borderColor: 'divider', borderRadius: 1, m: 0, p: 1.5 }}>
      <Typography component="legend" variant="body2" color="text.secondary" sx={{ px: 0.5 }}>
        {label}
      </Typography>
      {Object.entries(field.fields).map(([name, schema]) => (
        <SectionFieldInput
          key={name}
          name={name}
          field={describeSectionField(name, schema)}
          value={value[name]}
          onChange={(changed) => change(name, changed)}
        />
      ))}
    </Stack>
  );
}

interface SectionTextProps {
  label: string;
  value: LocalizedMarkdownOrHtml | undefined;
  onChange: (value: LocalizedMarkdownOrHtml) => void;
}

/** A formatted text of a section. The API stores every such text as HTML. */
const SectionText = ({ label, value, onChange }: SectionTextProps): ReactNode => (
  <Box sx={{ my: 1 }}>
    <LocalizedRichText
      label={label}
      html={value && 'html' in value ? value.html : ''}
      onChange={(html) => onChange({ html })}
    />
  </Box>
);
