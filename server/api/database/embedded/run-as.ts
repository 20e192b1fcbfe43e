import { spawn } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { OperatorFault } from '#server/operator-fault.ts';

/**
 * How PostgreSQL's programs are started. They refuse root: under root they run in a user namespace, where the same
 * files belong to an ordinary user; where the system allows none, as an unprivileged user.
 */
export interface RunAs {
  /** What stands before the program. */
  prefix: readonly string[];
  uid?: number;
  gid?: number;
}

const inNamespace: RunAs = { prefix: ['unshare', '--user', '--map-user=1000', '--map-group=1000'] };
/** `nobody`, as it is numbered nearly everywhere. */
const nobody = 65_534;

export async function chooseRunAs(postgresDir: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return { prefix: [] };
  // A folder that an unprivileged user owns already was made in the other way, and stays that user's.
  const owner = await stat(postgresDir).then(
    (found) => found.uid,
    () => 0,
  );
  if (owner !== 0) return { prefix: [], uid: owner, gid: owner };
  const possible = await run(inNamespace, 'true', []).then(
    (result) => result.code === 0,
    () => false,
  );
  return possible ? inNamespace : { prefix: [], uid: nobody, gid: nobody };
}

export interface Ran {
  code: number | null;
  output: string;
}

/** Runs a program to its end and collects what it says. */
export function run(as: RunAs, program: string, args: readonly string[], env = process.env): Promise<Ran> {
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
export function startFault(as: RunAs, what: string, said: string): OperatorFault {
  const hint =
    as.uid === undefined
      ? ''
      : ' PostgreSQL refuses to run as root, and neither a user namespace nor an unprivileged user could be used. ' +
        'Start as an ordinary user, allow user namespaces, or set DATABASE_URL.';
  return new OperatorFault(`The embedded database ${what}.${hint}${said ? `\n${said}` : ''}`, { exitCode: 69 });
}
