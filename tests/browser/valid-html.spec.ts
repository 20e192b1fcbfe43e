import { HtmlValidate } from 'html-validate';
import { hosts } from '#tests/support/estates.ts';
import { ask, expect, test } from '#tests/support/shop-test.ts';

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
async function faultsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line, selector }) => `${ruleId}, line ${line}, ${selector}: ${message}`),
  );
}

for (const host of hosts) {
  test(`the HTML of ${host.name} is valid`, async () => {
    const queries = [
      `${host.lists.wines}?kind=red&year=2022&order=-price`,
      `${host.lists.wines}?kind=white&capacity=1`,
      '/products/search?search=a',
      '/products/search?search=%3Cscript%3E%22%27',
      '/nothing/here',
    ];
    for (const path of [...host.routes, ...host.details].map(({ path }) => path).concat(queries)) {
      const { text, headers } = await ask(host, path);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect.soft(await faultsOf(text), path).toEqual([]);
    }
  });

  test(`no page of ${host.name} names the other estate`, async () => {
    for (const { path } of [...host.routes, ...host.details]) {
      const { text } = await ask(host, path);
      for (const word of host.strangers) expect.soft(text.includes(word), `${word} on ${path}`).toBe(false);
    }
  });

  test(`${host.name} keeps to its policy: no inline script, no style attribute`, async () => {
    for (const { path } of [...host.routes, ...host.details]) {
      const { text, headers } = await ask(host, path);
      const scripts = [...text.matchAll(/<script([^>]*)>/g)].map(([, attributes = '']) => attributes);
      for (const attributes of scripts)
        expect.soft(attributes, path).toMatch(/ src="\/assets\/| src="\/scripts\/|type="application\/(ld\+)?json"/);
      expect.soft(/<[^>]+\sstyle="/.test(text.replace(/<script.*?<\/script>/gs, '')), path).toBe(false);
      expect.soft(/\son[a-z]+="/.test(text.replace(/<script.*?<\/script>/gs, '')), path).toBe(false);
      const policy = String(headers['content-security-policy']);
      expect(policy).toContain("script-src 'self'");
      expect(policy).not.toContain('unsafe');
    }
  });
}
