import { systemCode } from '../domain/text/path-fault';

/** For files in which a process left its id. One that belongs to another user gives EPERM, and counts as running. */
export function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}
