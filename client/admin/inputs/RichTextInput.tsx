import { Box, FormHelperText } from '@mui/material';
import type { ReactNode } from 'react';
import { type InputProps, useInput, useTranslateLabel } from 'react-admin';
import type { Localized } from '#shared/localized.ts';
import type { RichText } from '#shared/rich-text.ts';
import { type EditedText, LocalizedRichText } from './LocalizedRichText.tsx';

const isMarkdown = (value: RichText | null | undefined): value is Extract<RichText, { markdown: unknown }> =>
  typeof value === 'object' && value !== null && 'markdown' in value;

const htmlOf = (value: RichText | null | undefined): Localized =>
  typeof value === 'object' && value !== null && 'html' in value ? value.html : '';

interface RichTextInputProps extends InputProps {
  /** Renders what belongs to the text of one language, below its editor. */
  renderBelow?: (text: EditedText) => ReactNode;
}

/** Edits a formatted text in all languages of the site. */
export function RichTextInput({ renderBelow, ...props }: RichTextInputProps): ReactNode {
  const { field, fieldState } = useInput(props);
  const label = useTranslateLabel()({ source: props.source, label: props.label as string | undefined });
  const value = field.value as RichText | null | undefined;
  if (isMarkdown(value)) throw new Error('the editor edits HTML only');
  return (
    <Box sx={{ width: '100%', my: 1 }}>
      <LocalizedRichText
        label={label}
        html={htmlOf(value)}
        onChange={(html) => field.onChange({ html })}
        onBlur={field.onBlur}
        isInvalid={fieldState.invalid}
        renderBelow={renderBelow}
      />
      {fieldState.error && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
    </Box>
  );
}
