import { Box, FormHelperText } from '@mui/material';
import type { ReactNode } from 'react';
import { type InputProps, useInput, useTranslateLabel } from 'react-admin';
import type { Localized } from '#shared/localized.ts';
import type { LocalizedMarkdownOrHtml } from '#shared/localized-markdown-or-html.ts';
import { FieldError } from './FieldError.tsx';
import { type EditedText, LocalizedRichText } from './LocalizedRichText.tsx';

/** A formatted text as the API returns it: wrapped in an object, or as plain HTML if it is the value of a parameter. */
type TextValue = LocalizedMarkdownOrHtml | Localized | null | undefined;

function toHtml(value: TextValue): Localized {
  if (typeof value !== 'object' || value === null) return value ?? '';
  if ('markdown' in value) throw new Error('the editor edits HTML only');
  return 'html' in value ? (value.html as Localized) : value;
}

interface RichTextInputProps extends InputProps {
  /** Renders additional content below the editor of one language. */
  renderBelow?: (text: EditedText) => ReactNode;
}

/** Edits a formatted text in all languages of the site. */
export function RichTextInput({ renderBelow, ...props }: RichTextInputProps): ReactNode {
  const { field, fieldState, isRequired } = useInput(props);
  const label = useTranslateLabel()({ source: props.source, label: props.label as string | undefined });
  return (
    <Box sx={{ width: '100%', my: 1 }}>
      <LocalizedRichText
        label={label}
        html={toHtml(field.value as TextValue)}
        onChange={(html) => field.onChange({ html })}
        onBlur={field.onBlur}
        isRequired={isRequired}
        isInvalid={fieldState.invalid}
        renderBelow={renderBelow}
      />
      {fieldState.error && (
        <FormHelperText error>
          <FieldError error={fieldState.error} />
        </FormHelperText>
      )}
    </Box>
  );
}
