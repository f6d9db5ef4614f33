import { fork } from 'node:child_process';
import { once } from 'node:events';

/**
 * Gives `task` to a program of the bench in a separate process, so that its time and memory are not counted as those of
 * what is measured, and ends it after `work`. `next` waits for the program's next report.
 */
export async function withForked<Report, T>(
  file: string,
  task: object,
  work: (next: () => Promise<Report>) => Promise<T>,
): Promise<T> {
  const child = fork(`bench/${file}`, { serialization: 'advanced' });
  async function next(): Promise<Report> {
    const [report]: (Report | { failed: string })[] = await once(child, 'message');
    if (report === undefined) throw new Error(`${file} reported nothing`);
    if (typeof report === 'object' && report !== null && 'failed' in report) throw new Error(report.failed);
    return report as Report;
  }
  try {
    child.send(task);
    return await work(next);
  } finally {
    child.kill();
  }
}

/** In such a program: takes the task, and ends with its parent. */
export function takeTask<Task>(work: (task: Task) => Promise<void>): void {
  process.once('message', (task) => void work(task as Task));
  process.once('disconnect', () => process.exit());
}
