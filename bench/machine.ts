import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { arch, cpus, platform, release, totalmem } from 'node:os';

/** What a figure was measured on, so that nobody compares two machines by accident. */
export interface Machine {
  processor: string;
  cores: number;
  memoryGiB: number;
  system: string;
  node: string;
  /** Whether server and load were held on different cores. */
  pinned: boolean;
}

const canPin = (): boolean => {
  if (cpus().length < 2) return false;
  try {
    execFileSync('taskset', ['-c', '0', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

export const machine: Machine = {
  processor: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${platform()} ${arch()} ${release()}`,
  node: process.version,
  pinned: canPin(),
};

const coreOf = (who: 'server' | 'load'): string => (who === 'server' ? '0' : String(cpus().length - 1));

/** Words before a command that hold it on the core of the server or of the load. */
export const onCoreOf = (who: 'server' | 'load'): readonly string[] =>
  machine.pinned ? ['taskset', '-c', coreOf(who)] : [];

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

/** Holds a running process, with its threads and all that it has started, on another core from now on. */
export function moveToCoreOf(who: 'server' | 'load', pid: number): void {
  if (!machine.pinned || platform() !== 'linux') return;
  execFileSync('taskset', ['-a', '-p', '-c', coreOf(who), String(pid)], { stdio: 'ignore' });
  for (const child of childrenOf(pid)) moveToCoreOf(who, child);
}

const ticksPerSecond = 100;

/** Processor time, user and system, that a process has used so far, in seconds. Linux only; elsewhere NaN. */
export function cpuSeconds(pid: number): number {
  if (platform() !== 'linux') return Number.NaN;
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may hold spaces: fields are counted from behind it. utime and stime are the 14th and 15th.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/** Resident memory of a process in MiB. Linux only; elsewhere NaN. */
export function residentMiB(pid: number): number {
  if (platform() !== 'linux') return Number.NaN;
  const kib = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kib) / 1024);
}
