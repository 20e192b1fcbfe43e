import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { readServerConfig } from '#server/config.ts';
import { contentFileDefinitions } from '#server/import/content-schema.ts';
import { renameFormerFields } from '#server/import/read-site-folder.ts';
import { decodeText, TextEncodingError } from '#shared/site/json-file.ts';
import { parseCommandArguments } from './command-line.ts';
import { readSiteConfigs, requireSiteFolder } from './site-folders.ts';

/**
 * Runs the command `migrate-files`, which gives fields in the files of sites the names of this version.
 * @returns The exit code, which is 1 if a file could not be read. The other files are rewritten nevertheless.
 */
export async function runSiteMigrateFiles(args: string[]): Promise<number> {
  const { positionals } = parseCommandArguments({ args, allowPositionals: true });
  const { sitesDir } = readServerConfig(process.env, 'command');
  const { names } = readSiteConfigs(sitesDir);
  let count = 0;
  let exitCode = 0;
  for (const folder of positionals.length > 0 ? positionals : names) {
    const dir = join(requireSiteFolder(sitesDir, names, folder), 'content');
    for (const [name, { formerFields }] of Object.entries(contentFileDefinitions)) {
      if (!formerFields) continue;
      try {
        if (!(await migrateFile(join(dir, name), formerFields))) continue;
        process.stdout.write(`${folder}: content/${name}\n`);
        count += 1;
      } catch (error) {
        if (!(error instanceof SyntaxError || error instanceof TextEncodingError)) throw error;
        process.stderr.write(`${folder}: content/${name} is left as it is: ${error.message}\n`);
        exitCode = 1;
      }
    }
  }
  if (count === 0 && exitCode === 0) process.stdout.write('All files have the names of this version.\n');
  return exitCode;
}

/** Writes a file with the present names of its fields. @returns False if it has them already, or does not exist. */
async function migrateFile(file: string, formerFields: Readonly<Record<string, string>>): Promise<boolean> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!bytes) return false;
  const text = decodeText(bytes);
  const { value, renamed } = renameFormerFields(JSON.parse(text), formerFields);
  if (renamed.length === 0) return false;
  await writeFile(file, renameInText(text, renamed, formerFields, value) ?? `${JSON.stringify(value, null, 2)}\n`);
  return true;
}

/** Renames fields in the text, which keeps its format. @returns Null if other parts of the file have fields of these names. */
function renameInText(
  text: string,
  renamed: readonly string[],
  formerFields: Readonly<Record<string, string>>,
  value: unknown,
): string | null {
  const migrated = renamed.reduce((all, field) => all.replaceAll(`"${field}":`, `"${formerFields[field]}":`), text);
  return isDeepStrictEqual(JSON.parse(migrated), value) ? migrated : null;
}
