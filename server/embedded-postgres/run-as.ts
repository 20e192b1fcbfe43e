import { spawn } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { OperatorError } from '#server/operator-error.ts';

/**
 * How PostgreSQL's programs are started. They refuse root, and a user without a name. In either case they run in a user
 * namespace, where the same files belong to an ordinary user with a name; where the system allows none, root becomes an
 * unprivileged user.
 */
export interface RunAs {
  /** What stands before the program. */
  prefix: readonly string[];
  uid?: number;
  gid?: number;
}

/** `nobody`, as it is numbered nearly everywhere. */
const nobody = 65_534;

export async function chooseRunAs(dataDir: string, postgresDir: string): Promise<RunAs> {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && hasName()) return { prefix: [] };
  // What an unprivileged user owns already stays that user's.
  const owner = isRoot ? ((await ownerOf(postgresDir)) ?? (await ownerOf(dataDir)) ?? 0) : 0;
  if (owner !== 0) return { prefix: [], uid: owner, gid: owner };
  const user = await anyNamedUser();
  const inNamespace = { prefix: ['unshare', '--user', `--map-user=${user}`, `--map-group=${user}`] };
  const allowed = await runProgram(inNamespace, 'true', []).then(
    ({ code }) => code === 0,
    () => false,
  );
  if (allowed) return inNamespace;
  return isRoot ? { prefix: [], uid: nobody, gid: nobody } : { prefix: [] };
}

const ownerOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ uid }) => uid,
    () => null,
  );

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Inside the namespace any user will do that this system has a name for. */
async function anyNamedUser(): Promise<number> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  const ids = lines.map((line) => Number(line.split(':')[2])).filter((id) => id > 0);
  return ids.includes(1000) ? 1000 : (ids[0] ?? nobody);
}

export interface ProgramResult {
  code: number | null;
  output: string;
}

/** Runs a program to its end and collects what it says. */
export function runProgram(
  as: RunAs,
  program: string,
  args: readonly string[],
  env = process.env,
): Promise<ProgramResult> {
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
    // Not "close": the server that pg_ctl leaves behind may keep the pipes.
    child.on('exit', (code) => {
      setImmediate(() => {
        child.stdout.destroy();
        child.stderr.destroy();
        resolve({ code, output: output.trim() });
      });
    });
  });
}

/** Why PostgreSQL could not be started, and what to do about it. */
export function createStartError(as: RunAs, what: string, said: string): OperatorError {
  return new OperatorError(`The embedded database ${what}.${hint(as)}${said ? `\n${said}` : ''}`, { exitCode: 69 });
}

function hint(as: RunAs): string {
  const ways = ' Start as an ordinary user with a name, allow user namespaces, or set DATABASE_URL.';
  if (as.uid !== undefined)
    return ` PostgreSQL refuses to run as root, and user ${as.uid} could not be used instead.${ways}`;
  const isNameless = as.prefix.length === 0 && !hasName();
  return isNameless
    ? ` PostgreSQL needs a user with a name in /etc/passwd; ${process.getuid?.()} has none.${ways}`
    : '';
}
