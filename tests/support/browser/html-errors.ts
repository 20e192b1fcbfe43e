import { HtmlValidate } from 'html-validate';

/** All that is recommended, but for manners of writing: the HTML is written by React, for programs. */
const validator = new HtmlValidate({
  extends: ['html-validate:recommended'],
  elements: ['html5'],
  rules: {
    'attr-case': 'off',
    'attribute-boolean-style': 'off',
    'void-style': 'off',
    // Done by the style sheet, so that copied numbers hold plain spaces.
    'tel-non-breaking': 'off',
    // The menu and the languages stand there twice, for wide and for small screens: one of each is always hidden.
    'unique-landmark': 'off',
    // As HTML has it: any id without spaces. Headings of legal texts begin with their numbers.
    'valid-id': ['error', { relaxed: true }],
    'form-dup-name': ['error', { shared: ['radio', 'checkbox'] }],
  },
});

/** The faults of a document, as sentences. */
export async function htmlErrors(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, selector }) => `${ruleId}, line ${line}, ${selector}: ${message}`),
  );
}
