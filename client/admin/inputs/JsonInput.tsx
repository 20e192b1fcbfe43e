import type { ReactNode } from 'react';
import { TextInput, type TextInputProps } from 'react-admin';
import { useAdminTexts } from '../core/admin-context.tsx';

/** A text that is not valid JSON yet. The class distinguishes the text from every JSON value. */
class UnparsedText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return new UnparsedText(text);
  }
}

const format = (value: unknown): string => {
  if (value instanceof UnparsedText) return value.text;
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
};

/** Edits a value as JSON, for rare settings without a form of their own. */
export function JsonInput(props: TextInputProps): ReactNode {
  const { t } = useAdminTexts();
  const validate = (value: unknown) => (value instanceof UnparsedText ? t('admin.invalidJson') : undefined);
  return (
    <TextInput
      {...props}
      multiline
      minRows={3}
      parse={parse}
      format={format}
      validate={validate}
      slotProps={{ htmlInput: { spellCheck: false, style: { fontFamily: 'monospace' } } }}
    />
  );
}
