import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { afterEach, describe, expect, it } from 'vitest';
import { createChunkGroup } from '../../../tools/build/chunks.ts';

/** Source text that stays about as long when it is minified. */
const long = (name: string, length: number) => `export const ${name} = '${name.repeat(length / name.length)}';`;
const page = (...imports: string[]) =>
  `${imports.map((path, index) => `import * as part${index} from '${path}';`).join('\n')}
globalThis.shown = [${imports.map((_, index) => `part${index}`).join()}];`;

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Builds a project whose entry finds its pages by their file name. Returns the modules of each chunk. */
async function buildChunks(files: Readonly<Record<string, string>>): Promise<string[][]> {
  const root = mkdtempSync(join(tmpdir(), 'cuvee-chunks-'));
  folders.push(root);
  const entry = `import './client/frame.js'; globalThis.pages = import.meta.glob('/client/**/*Page.tsx');`;
  for (const [path, text] of Object.entries({ 'entry.js': entry, 'client/frame.js': page('./core.js'), ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const result = (await build({
    configFile: false,
    root,
    logLevel: 'silent',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(root, 'entry.js'),
        output: {
          codeSplitting: { includeDependenciesRecursively: false, groups: [createChunkGroup(root, 'entry.js')] },
        },
      },
    },
  })) as Rolldown.RolldownOutput;
  return result.output
    .filter((output) => output.type === 'chunk')
    .map(({ moduleIds }) => moduleIds.filter((id) => id.startsWith(root)).map((id) => id.slice(root.length + 1)))
    .filter((modules) => modules.length > 0);
}

const chunkOf = (chunks: readonly string[][], module: string) => chunks.find((modules) => modules.includes(module));

const core = { 'client/core.js': long('core', 100) };

describe('the chunks of the build', () => {
  it('give a new page a chunk of its own that no list names', async () => {
    const pages = {
      ...core,
      'client/features/first/FirstPage.tsx': page('../../core.js', './first.js'),
      'client/features/first/first.js': long('first', 40_000),
      'client/OtherPage.tsx': page('./core.js') + long('other', 40_000),
    };
    const before = await buildChunks(pages);
    const after = await buildChunks({
      ...pages,
      'client/features/second/SecondPage.tsx': page('../../core.js', './second.js'),
      'client/features/second/second.js': long('second', 40_000),
    });
    const second = ['client/features/second/SecondPage.tsx', 'client/features/second/second.js'];
    expect(after.map((modules) => modules.toSorted())).toEqual(
      expect.arrayContaining([second, ...before.slice(1).map((modules) => modules.toSorted())]),
    );
    expect(chunkOf(after, 'entry.js')).toContain('client/core.js');
    expect(after).toHaveLength(before.length + 1);
  });

  it('put small code that most pages share into the entry, and large code of two pages into a chunk of the two', async () => {
    const chunks = await buildChunks({
      ...core,
      'client/small.js': page('./core.js') + long('small', 200),
      'client/large.js': page('./core.js') + long('large', 60_000),
      'client/APage.tsx': page('./small.js', './large.js') + long('a', 30_000),
      'client/BPage.tsx': page('./small.js', './large.js') + long('b', 30_000),
      'client/CPage.tsx': page('./small.js') + long('c', 30_000),
    });
    expect(chunkOf(chunks, 'client/small.js')).toContain('entry.js');
    expect(chunkOf(chunks, 'client/large.js')).toEqual(['client/large.js']);
    expect(chunkOf(chunks, 'client/CPage.tsx')).toEqual(['client/CPage.tsx']);
  });

  it('load no code of a feature with a page that does not need it', async () => {
    const chunks = await buildChunks({
      ...core,
      'client/features/wines/wine.js': page('../../core.js') + long('wine', 200),
      'client/features/wines/WinesPage.tsx': page('./wine.js') + long('list', 30_000),
      'client/features/wines/WinePage.tsx': page('./wine.js') + long('detail', 30_000),
      'client/features/news/NewsPage.tsx': page('../../core.js') + long('news', 30_000),
    });
    expect(chunkOf(chunks, 'client/features/wines/wine.js')).toEqual(['client/features/wines/wine.js']);
  });

  it('leave a part that loads later in a chunk of its own', async () => {
    const later = `globalThis.open = () => import('./part.js');`;
    const chunks = await buildChunks({
      ...core,
      'client/part.js': page('./shared.js') + long('part', 200),
      'client/shared.js': page('./core.js') + long('shared', 200),
      'client/APage.tsx': page('./shared.js') + later,
    });
    expect(chunkOf(chunks, 'client/part.js')).toEqual(['client/part.js']);
  });

  it('let no chunk import itself through another one', async () => {
    const chunks = await buildChunks({
      ...core,
      'client/low.js': page('./core.js') + long('low', 200),
      'client/middle.js': page('./low.js') + long('middle', 50_000),
      'client/high.js': page('./middle.js') + long('high', 200),
      'client/APage.tsx': page('./high.js') + long('a', 30_000),
      'client/BPage.tsx': page('./high.js') + long('b', 30_000),
      'client/CPage.tsx': page('./middle.js') + long('c', 30_000),
      'client/DPage.tsx': page('./low.js') + long('d', 30_000),
    });
    const low = chunkOf(chunks, 'client/low.js');
    expect(chunkOf(chunks, 'client/middle.js')).not.toContain('client/low.js');
    expect(low).not.toContain('client/high.js');
  });
});
