import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';

/** Description of the machine, stored with each report because results of different machines are not comparable. */
export interface MachineInfo {
  processor: string;
  cores: number;
  memoryGiB: number;
  system: string;
  node: string;
  /** True when servers and load generator run on different cores. */
  pinned: boolean;
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

export const machineInfo: MachineInfo = {
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${arch()} ${release()}`,
  node: process.version,
  pinned: canPin(),
};

const coreOf = (role: Role): string => (role === 'server' ? '0' : String(cpus().length - 1));

/** @returns the prefix of a command line that pins the process, including its threads, to a core. */
export const createCpuPinningPrefix = (role: Role): readonly string[] =>
  machineInfo.pinned ? ['taskset', '-c', coreOf(role)] : [];

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Moves a running process with its threads and child processes to another core. */
export function pinProcessToCore(role: Role, pid: number): void {
  if (!machineInfo.pinned || platform() !== 'linux') return;
  execFileSync('taskset', ['-a', '-p', '-c', coreOf(role), String(pid)], { stdio: 'ignore' });
  for (const child of childrenOf(pid)) pinProcessToCore(role, child);
}

const ticksPerSecond = 100;

/** @returns the user and system CPU time of a process so far; NaN on systems other than Linux. */
export function readCpuSeconds(pid: number): number {
  if (platform() !== 'linux') return Number.NaN;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The command name in brackets may contain spaces. After it, utime and stime are the 12th and 13th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** @returns the resident memory of a process; NaN on systems other than Linux. */
export function readResidentMiB(pid: number): number {
  if (platform() !== 'linux') return Number.NaN;
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kib) / 1024);
}
