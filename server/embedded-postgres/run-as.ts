import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { OperatorError } from '#server/operator-error.ts';

/**
 * The user as whom PostgreSQL's programs run. They refuse to run as root or as a user without a name. For such users
 * the programs run in a user namespace, where the same files belong to a named user. If the system does not allow user
 * namespaces, root switches to an unprivileged user.
 */
export interface PostgresRunUser {
  /** Command that starts the program, such as `unshare`. */
  prefix: readonly string[];
  uid?: number;
  gid?: number;
}

/** User id of the unprivileged account on nearly all systems. */
const nobodyUid = 65_534;

export async function choosePostgresRunUser(dataDir: string, postgresDir: string): Promise<PostgresRunUser> {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && hasUserName()) return { prefix: [] };
  // If the files already belong to an unprivileged user, PostgreSQL runs as that user.
  const owner = isRoot ? ((await ownerOf(postgresDir)) ?? (await ownerOf(dataDir)) ?? 0) : 0;
  if (owner !== 0) return { prefix: [], uid: owner, gid: owner };
  const user = await findNamedUser();
  const inNamespace = { prefix: ['unshare', '--user', `--map-user=${user}`, `--map-group=${user}`] };
  const isAllowed = await runPostgresProgram(inNamespace, 'true', []).then(
    ({ code }) => code === 0,
    () => false,
  );
  if (isAllowed) return inNamespace;
  return isRoot ? { prefix: [], uid: nobodyUid, gid: nobodyUid } : { prefix: [] };
}

const ownerOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ uid }) => uid,
    () => null,
  );

function hasUserName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Returns the id of a user that has a name on this system. Any such user suffices inside the namespace. */
async function findNamedUser(): Promise<number> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  const ids = lines.map((line) => Number(line.split(':')[2])).filter((id) => id > 0);
  return ids.includes(1000) ? 1000 : (ids[0] ?? nobodyUid);
}

interface PostgresProgramResult {
  code: number | null;
  output: string;
}

export function runPostgresProgram(
  as: PostgresRunUser,
  program: string,
  args: readonly string[],
  env = process.env,
): Promise<PostgresProgramResult> {
  const [command = program, ...rest] = [...as.prefix, program, ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, { env, uid: as.uid, gid: as.gid, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer) => {
      output += chunk.toString('utf8');
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', reject);
    // Resolves on `exit`, because `close` may never come: the server that pg_ctl starts can keep the pipes open.
    child.on('exit', (code) => {
      setImmediate(() => {
        child.stdout.destroy();
        child.stderr.destroy();
        resolve({ code, output: output.trim() });
      });
    });
  });
}

export function createPostgresError(as: PostgresRunUser, problem: string, output: string): OperatorError {
  return new OperatorError(`The embedded database ${problem}.${hint(as)}${output ? `\n${output}` : ''}`, {
    exitCode: 69,
  });
}

function hint(as: PostgresRunUser): string {
  const remedy = ' Start as an ordinary user with a name, allow user namespaces, or set DATABASE_URL.';
  if (as.uid !== undefined)
    return ` PostgreSQL refuses to run as root, and user ${as.uid} could not be used instead.${remedy}`;
  const isNameless = as.prefix.length === 0 && !hasUserName();
  return isNameless
    ? ` PostgreSQL needs a user with a name in /etc/passwd; ${process.getuid?.()} has none.${remedy}`
    : '';
}
