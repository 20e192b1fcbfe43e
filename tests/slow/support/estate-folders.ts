import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SiteConfig } from '#shared/site/site-config.ts';
import { editJson, starterSite, temporaryFolder } from '#tests/support/starter-site.ts';

/** What the pages of an estate call it, and no page of another does. */
export const markOf = (name: string): string => `Domaine ${name}`;
export const hostOf = (name: string): string => `${name}.example`;

/** A data folder and a folder of sites. */
export async function folders() {
  const root = await temporaryFolder();
  const sitesDir = join(root, 'sites');
  await mkdir(sitesDir);
  return { root, sitesDir, dataDir: join(root, 'data') };
}

/** Writes a small estate whose texts carry its own name. */
export async function estate(sitesDir: string, name: string, id: number, more?: Partial<SiteConfig>): Promise<string> {
  const dir = await starterSite(sitesDir, name, id, more);
  await replaceIn(join(dir, 'content'), markOf('drawn'), markOf(name));
  return dir;
}

async function replaceIn(dir: string, word: string, other: string): Promise<void> {
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const text = await readFile(file, 'utf8');
    if (text.includes(word)) await writeFile(file, text.replaceAll(word, other));
  }
}

/** Gives the estate's one piece of news another title: its home page shows it. */
export const tellNews = (dir: string, title: string): Promise<void> =>
  editJson<{ title: Record<string, string> }>(join(dir, 'content/news/online.json'), (news) => {
    news.title = { ...news.title, fr_FR: title };
  });
