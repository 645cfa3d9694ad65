/** What Linux knows of another process, with all of its threads and native parts. */
import { readFile } from 'node:fs/promises';

/** In which Linux counts the time of a process, whatever its kernel was built with. */
const TICKS_PER_SECOND = 100;

/** What it has in memory now. */
export const memoryMb = (pid: number): Promise<number> => statusMb(pid, 'VmRSS');

/** The most that it ever had. */
export const peakMemoryMb = (pid: number): Promise<number> => statusMb(pid, 'VmHWM');

/** The processor time that it has taken since its start, its own and the system's for it. */
export async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name, which may hold anything; the fields after it have no brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [fields[11], fields[12]].map(Number);
  return (((user ?? Number.NaN) + (system ?? Number.NaN)) * 1000) / TICKS_PER_SECOND;
}

async function statusMb(pid: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status) ?? [];
  return Number(kilobytes) / 1024;
}
