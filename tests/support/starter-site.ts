import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { writeStarterSite } from '#server/cli/site-new.ts';
import type { SiteConfig } from '#shared/site/site-config.ts';

const temporary: string[] = [];
afterAll(async () => {
  for (const dir of temporary) await rm(dir, { recursive: true, force: true });
});

/** A folder that is gone after the test file. */
export async function temporaryFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'cuvee-test-'));
  temporary.push(dir);
  return dir;
}

export const starterConfig = (name: string, id: number, more: Partial<SiteConfig> = {}): SiteConfig => ({
  id,
  name: `Domaine ${name}`,
  hosts: [{ name: `${name}.example` }],
  origin: `https://${name}.example`,
  languages: ['fr_FR'],
  defaultLang: 'fr_FR',
  timeZone: 'Europe/Paris',
  default: false,
  ...more,
});

/** Drawn once for a test file: pictures take their time. */
let drawn: Promise<string> | undefined;
async function drawOnce(): Promise<string> {
  const dir = await temporaryFolder();
  await writeStarterSite(dir, 'drawn', starterConfig('drawn', 1));
  return join(dir, 'drawn');
}

/** Writes a complete little estate and answers its folder. */
export async function starterSite(
  sitesDir: string,
  name: string,
  id: number,
  more?: Partial<SiteConfig>,
): Promise<string> {
  drawn ??= drawOnce();
  const dir = join(sitesDir, name);
  await cp(await drawn, dir, { recursive: true });
  await writeFile(join(dir, 'site.json'), JSON.stringify(starterConfig(name, id, more)));
  return dir;
}

/** Changes a JSON file of a site's folder. */
export async function editJson<T>(file: string, change: (value: T) => void): Promise<void> {
  const value: T = JSON.parse(await readFile(file, 'utf8'));
  change(value);
  await writeFile(file, JSON.stringify(value));
}

/** Puts `value` at `path` of a JSON file of a site's folder. */
export async function setJson(file: string, path: readonly (string | number)[], value: unknown): Promise<void> {
  await editJson<Record<string | number, unknown>>(file, (whole) => {
    let place = whole;
    for (const step of path.slice(0, -1)) place = place[step] as Record<string | number, unknown>;
    place[path.at(-1) ?? ''] = value;
  });
}
