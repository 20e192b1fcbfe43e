import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { editableResources } from '#server/api/api-resources.ts';
import { withSiteTransaction } from '#server/api/database/site-transaction.ts';
import { withSiteTransactionOrRollback } from '#server/api/database/site-transaction-or-rollback.ts';
import { saveRowsWithoutRaisingRevisions } from '#server/api/database/table-rows.ts';
import { toMediaRows } from '#server/api/media/store-media.ts';
import { createItem } from '#server/api/resources/edit-item.ts';
import { LocalizedMarkdownOrHtml } from '#shared/localized-markdown-or-html.ts';
import { findResource } from '#tests/support/fixtures/find-resource.ts';
import { insertSite } from '#tests/support/fixtures/insert-site.ts';
import { sampleInputs } from '#tests/support/fixtures/sample-inputs.ts';
import { saveItem } from '#tests/support/fixtures/save-item.ts';
import { openTestDatabase } from '#tests/support/servers/test-database.ts';

const { db } = await openTestDatabase();
const site = 40;

/** Finds the paths of the rich-text fields in an input schema, such as `sections.text`. */
function findRichTextPaths(
  schema: unknown,
  path: readonly string[] = [],
  ancestors: readonly unknown[] = [],
): string[] {
  if (schema === LocalizedMarkdownOrHtml) return [path.join('.')];
  if (ancestors.includes(schema)) return [];
  const visit = (inner: unknown, key?: string) =>
    findRichTextPaths(inner, key === undefined ? path : [...path, key], [...ancestors, schema]);
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape).flatMap(([key, field]) => visit(field, key));
  if (schema instanceof z.ZodArray) return visit(schema.element);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => visit(option));
  if (schema instanceof z.ZodPipe) return [...visit(schema.in), ...visit(schema.out)];
  if (schema instanceof z.ZodRecord) return visit(schema.valueType);
  if (schema instanceof z.ZodTuple) return schema.def.items.flatMap((item) => visit(item));
  if (schema instanceof z.ZodIntersection) return [...visit(schema.def.left), ...visit(schema.def.right)];
  if (schema instanceof z.ZodLazy) return visit(schema.unwrap());
  const wrapped = (schema as { def?: { innerType?: unknown } }).def?.innerType;
  return wrapped ? visit(wrapped) : [];
}

/**
 * Creates inputs in which the rich text is nested in a list or depends on another field. In all other inputs, the rich
 * text is a top-level field.
 */
const draftsByPath: Record<string, (text: LocalizedMarkdownOrHtml) => object> = {
  'page sections.text': (text) => ({ sections: [{ kind: 'html', text }] }),
  'parameter value': (value) => ({ type: 'PRIVACY_POLICY', value }),
  'newsletter-issue blocks.body': (body) => ({ blocks: [{ block: 'text', body }] }),
};

const fields = editableResources.flatMap(({ name, input }) =>
  [...new Set(findRichTextPaths(input))].map((path) => ({ name, path })),
);

const hostileHtml = [
  '<p>Du <strong>vin</strong></p>',
  '<script>alert(1)</script><SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<img src="x" onerror="alert(1)"><svg onload="alert(1)"></svg>',
  '<a href="javascript:alert(1)">a</a><a href=" java&#115;cript:alert(1)">b</a>',
  '<iframe src="javascript:alert(1)"></iframe><form action="javascript:alert(1)"><button>c</button></form>',
  '<p style="background:url(javascript:alert(1))" onclick="alert(1)">d</p>',
].join('');
const hostileMarkdown = `Du **vin**\n\n[a](javascript:alert(1)) ![b](javascript:alert(1))\n\n${hostileHtml}`;

/** Reads the rows of a resource and of its parts as JSON text in which quotation marks are not escaped. */
async function readStoredText(name: string): Promise<string> {
  const { table, parts = {} } = findResource(name);
  const tables = [...(table ? [table] : []), ...Object.values(parts).map((part) => part.table)];
  const contents = await withSiteTransaction(db, site, async (tx) => {
    const rows: unknown[] = [];
    for (const one of tables) rows.push(...(await tx.select().from(one)));
    return JSON.stringify(rows);
  });
  return contents.replaceAll('\\"', '"');
}

beforeAll(async () => {
  await insertSite(db, site);
  await withSiteTransaction(db, site, async (tx) => {
    const media = { bytes: new Uint8Array(1), hash: 'a'.repeat(64), path: 'a.webp', type: 'image/webp' };
    await saveRowsWithoutRaisingRevisions(
      tx,
      toMediaRows([{ id: 1, alt: '', media: { ...media, kind: 'image', width: 9, height: 9, tint: '#fff' } }]),
    );
    await saveItem(tx, 'newsletter-list', { id: 1, position: 0, name: 'La lettre', description: '' });
  });
});

describe('rich-text fields', () => {
  it('are found in the input schemas of all resources with formatted texts', () => {
    const names = ['album', 'blog', 'element', 'news', 'newsletter-issue', 'page', 'parameter', 'popup', 'product'];
    expect(fields.map(({ name }) => name)).toEqual(expect.arrayContaining([...names, 'service']));
  });

  it.each(
    fields.flatMap((field) => [
      { ...field, format: 'HTML', text: { html: hostileHtml } },
      { ...field, format: 'Markdown', text: { markdown: hostileMarkdown } },
    ]),
  )('keep no script of hostile $format: $name $path', async ({ name, path, text, format }) => {
    const resource = findResource(name);
    const fieldOfText = draftsByPath[`${name} ${path}`]?.(text) ?? { [path]: text };
    const slug = `hostile-${format.toLowerCase()}`;
    const sample = sampleInputs[name]?.input;
    const input = { ...sample, ...(sample && 'slug' in sample && { slug }), ...fieldOfText };
    const saved = await withSiteTransactionOrRollback(db, site, (tx) =>
      resource.keys === 'assigned' ? createItem(tx, resource, input) : resource.save(tx, input),
    );
    expect(saved).toMatchObject({ ok: true });
    const stored = await readStoredText(name);
    expect(stored).toContain('<strong>vin</strong>');
    expect(stored).not.toMatch(/<(script|iframe|svg|form|button)|<[^>]*\s(on\w+|style)=/i);
    expect(stored).not.toMatch(/<[^>]*\s(href|src|action)="?\s*(javascript|java&)/i);
  });
});
