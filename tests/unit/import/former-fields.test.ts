import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { runSiteMigrateFiles } from '#server/cli/site-migrate-files.ts';
import { contentFileDefinitions, entriesOf } from '#server/import/content-schema.ts';
import { readSiteFolderContent } from '#server/import/read-site-folder.ts';
import { estateAddressResourceSpec } from '#shared/places/estate-address-input.ts';
import { createTemporaryFolder } from '#tests/support/fixtures/starter-site.ts';

const formerFiles = Object.entries(contentFileDefinitions).flatMap(([name, { formerFields }]) =>
  formerFields ? [[name, formerFields] as const] : [],
);

/** Copies the demonstration site, and gives the fields of its files the names of the version before. */
async function copyFormerSite() {
  const sitesDir = await createTemporaryFolder();
  const dir = join(sitesDir, 'willow-hill');
  await cp('sites/willow-hill/content', join(dir, 'content'), { recursive: true });
  await cp('sites/willow-hill/site.json', join(dir, 'site.json'));
  const present = new Map<string, string>();
  for (const [name, formerFields] of formerFiles) {
    const text = await readFile(join(dir, 'content', name), 'utf8');
    present.set(name, text);
    const former = Object.entries(formerFields).reduce(
      (all, [old, now]) => all.replaceAll(`"${now}":`, `"${old}":`),
      text,
    );
    expect(former, name).not.toBe(text);
    await writeFile(join(dir, 'content', name), former);
  }
  return { sitesDir, dir, present };
}

describe('files with field names of the version before', () => {
  it('are read as before, and each name is a warning', async () => {
    const { dir } = await copyFormerSite();
    const [former, present] = [await readSiteFolderContent(dir), await readSiteFolderContent('sites/willow-hill')];
    if (!former.ok || !present.ok) throw new Error(JSON.stringify({ former, present }));
    expect(former.value.content.files).toEqual(present.value.content.files);
    expect(entriesOf(former.value.content.files, estateAddressResourceSpec)[0]?.types).toContain('shop');
    expect(present.value.warnings).toEqual([]);
    expect(former.value.warnings).toContainEqual({
      file: 'content/addresses.json',
      path: 'type',
      reason: expect.stringContaining('is called "types" now'),
    });
    expect(new Set(former.value.warnings.map(({ file }) => file))).toEqual(
      new Set(formerFiles.map(([name]) => `content/${name}`)),
    );
  });

  it('are rewritten by migrate-files without another change', async () => {
    const { sitesDir, dir, present } = await copyFormerSite();
    vi.stubEnv('SITES_DIR', sitesDir);
    const output = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    expect(await runSiteMigrateFiles(['willow-hill'])).toBe(0);
    for (const [name, text] of present) expect(await readFile(join(dir, 'content', name), 'utf8'), name).toBe(text);
    expect(await runSiteMigrateFiles(['willow-hill'])).toBe(0);
    expect(output.mock.lastCall?.[0]).toContain('names of this version');
  });

  it('are left and named by migrate-files if one is not JSON, and the others are rewritten', async () => {
    const { sitesDir, dir, present } = await copyFormerSite();
    vi.stubEnv('SITES_DIR', sitesDir);
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    const output = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await writeFile(join(dir, 'content/logos.json'), '[{ "file": ');
    expect(await runSiteMigrateFiles([])).toBe(1);
    expect(output.mock.calls.map(([text]) => text)).toEqual([
      expect.stringMatching(/^willow-hill: content\/logos\.json is left as it is: /),
    ]);
    expect(await readFile(join(dir, 'content/logos.json'), 'utf8')).toBe('[{ "file": ');
    expect(await readFile(join(dir, 'content/reviews.json'), 'utf8')).toBe(present.get('reviews.json'));
  });

  it('report a field that is named like a property of every object by its own name', async () => {
    const { dir } = await copyFormerSite();
    await writeFile(join(dir, 'content/logos.json'), '[{ "constructor": 1 }]');
    const read = await readSiteFolderContent(dir);
    expect(read.ok ? [] : read.issues.map(({ reason }) => reason)).toContain('Unrecognized key: "constructor"');
  });

  it('keep an entry that has both names as it is, so that the check reports the old one', async () => {
    const { dir } = await copyFormerSite();
    const file = join(dir, 'content', 'addresses.json');
    const [first, ...others] = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>[];
    await writeFile(file, JSON.stringify([{ ...first, types: ['shop'] }, ...others]));
    const read = await readSiteFolderContent(dir);
    expect(read).toMatchObject({ ok: false, issues: [{ file: 'content/addresses.json' }] });
  });
});
