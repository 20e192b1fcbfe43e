import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';

/** Description of the machine. It is part of each report, because results of different machines are not comparable. */
export interface MachineInfo {
  processor: string;
  cores: number;
  memoryGiB: number;
  system: string;
  node: string;
  /** True if servers and load generator run on different cores. */
  isPinned: boolean;
}

type Role = 'server' | 'load';

const canPin = (): boolean => {
  if (cpus().length < 2) return false;
  try {
    execFileSync('taskset', ['-c', '0', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

export const currentMachine: MachineInfo = {
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${arch()} ${release()}`,
  node: process.version,
  isPinned: canPin(),
};

const coreOf = (role: Role): string => (role === 'server' ? '0' : String(cpus().length - 1));

/** Returns the prefix of a command line that pins a process to the core of its role; empty if it cannot be pinned. */
export const createCpuPinningPrefix = (role: Role): readonly string[] =>
  currentMachine.isPinned ? ['taskset', '-c', coreOf(role)] : [];

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Moves a running process, with its threads and child processes, to the core of another role. */
export function pinProcessToCore(role: Role, pid: number): void {
  if (!currentMachine.isPinned || platform() !== 'linux') return;
  execFileSync('taskset', ['-a', '-p', '-c', coreOf(role), String(pid)], { stdio: 'ignore' });
  for (const child of childrenOf(pid)) unlessEnded(child, () => pinProcessToCore(role, child));
}

/** Returns null if the process has ended meanwhile, such as a session of PostgreSQL. */
function unlessEnded<Result>(pid: number, read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (existsSync(`/proc/${pid}`)) throw error;
    return null;
  }
}

const ticksPerSecond = 100;

/**
 * Returns the CPU time in seconds that a process has used so far, with its running children and those that have ended,
 * such as the sessions of PostgreSQL; NaN if not on Linux.
 */
export function readCpuSeconds(pid: number): number {
  if (platform() !== 'linux') return Number.NaN;
  let seconds = 0;
  // The time of a child that has ended is part of its parent's, which is read last.
  for (const child of childrenOf(pid)) seconds += unlessEnded(child, () => readCpuSeconds(child)) ?? 0;
  return seconds + readOwnCpuSeconds(pid);
}

function readOwnCpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The command name in parentheses may contain spaces. After it, utime, stime, cutime and cstime are the 12th to 15th
  // field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / ticksPerSecond;
}

/** Returns the resident memory of a process in MiB; NaN on other systems than Linux. */
export function readResidentMiB(pid: number): number {
  if (platform() !== 'linux') return Number.NaN;
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kib) / 1024);
}
