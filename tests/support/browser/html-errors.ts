import { HtmlValidate } from 'html-validate';

/** The validator uses the recommended rules except those about code style, because React writes the HTML. */
const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  elements: ['html5'],
  rules: {
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'void-style': 'off',
    // `tel-non-breaking` is off, because the style sheet prevents line breaks in numbers, so that copied numbers
    // contain plain spaces.
    'tel-non-breaking': 'off',
    // `valid-id` is relaxed, because HTML allows any id without spaces, and the ids of headings in legal texts begin
    // with a digit.
    'valid-id': ['error', { relaxed: true }],
    'form-dup-name': ['error', { shared: ['radio', 'checkbox'] }],
  },
});

/** Returns the validation errors of a document, as sentences. */
export async function findHtmlErrors(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, selector }) => `${ruleId}, line ${line}, ${selector}: ${message}`),
  );
}
