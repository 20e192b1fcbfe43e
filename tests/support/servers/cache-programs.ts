import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const folders = ['/usr/sbin', '/usr/bin', '/usr/local/sbin'];

export const findCacheProgram = (name: 'varnishd' | 'nginx'): string | null =>
  folders.map((folder) => join(folder, name)).find(existsSync) ?? null;

/** Returns the example of the documentation in this language, whose storefront listens at `storefrontPort`. */
async function readExample(language: 'vcl' | 'nginx', storefrontPort: number): Promise<string> {
  const file = join(import.meta.dirname, '../../../docs/operators/shared-cache.md');
  const [, example = ''] = (await readFile(file, 'utf8')).split(`\`\`\`${language}\n`);
  return (example.split('```')[0] ?? '').replaceAll('3000', String(storefrontPort));
}

interface CacheLocation {
  /** Folder for all files of the program. */
  folder: string;
  storefrontPort: number;
  port: number;
}

/** Writes the documented example for Varnish, and returns the arguments of the program. */
export async function prepareVarnish(
  { folder, storefrontPort, port }: CacheLocation,
  purgePort: number,
): Promise<string[]> {
  const file = join(folder, 'cuvee.vcl');
  await writeFile(file, await readExample('vcl', storefrontPort));
  const args = ['-F', '-n', join(folder, 'work'), '-f', file, '-s', 'malloc,64m'];
  return [...args, '-a', `visitors=127.0.0.1:${port},HTTP`, '-a', `purge=127.0.0.1:${purgePort},HTTP`];
}

/** Writes the documented example for nginx, without TLS, and returns the arguments of the program. */
export async function prepareNginx({ folder, storefrontPort, port }: CacheLocation): Promise<string[]> {
  const example = (await readExample('nginx', storefrontPort))
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace('/var/cache/nginx/cuvee', join(folder, 'cache'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((name) => `${name}_temp_path ${join(folder, name)};`).join(' ');
  await mkdir(join(folder, 'logs'));
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    `${user} daemon off; worker_processes 1; pid ${join(folder, 'nginx.pid')}; error_log stderr;
events {}
http { access_log off; ${paths}
${example}
}
`,
  );
  return ['-p', folder, '-c', file];
}
