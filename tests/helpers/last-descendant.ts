import { readFileSync } from 'node:fs';

/** The process at the end of a chain of parents with one child each, such as npm, launcher and portal. Linux only. */
export function lastDescendant(pid = 0): number {
  const [child = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  return child === '' ? pid : lastDescendant(Number(child));
}
