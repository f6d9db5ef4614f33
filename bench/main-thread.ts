import type { CDPSession } from '@playwright/test';
import { z } from 'zod';

/** A task on a page's main thread: its wall time and CPU time, in milliseconds. */
export interface Task {
  ms: number;
  cpuMs: number;
}

const traceEvent = z.looseObject({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** Wall time and CPU time in microseconds. */
  dur: z.number().optional(),
  tdur: z.number().optional(),
  args: z.looseObject({ name: z.string().optional() }).optional(),
});
type TraceEvent = z.infer<typeof traceEvent>;

/** Records a page's main thread while `work` runs. @returns its tasks */
export async function recordTasks(devtools: CDPSession, work: () => Promise<void>): Promise<Task[]> {
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value) {
      const parsed = traceEvent.safeParse(event);
      if (parsed.success) events.push(parsed.data);
    }
  });
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel'], excludedCategories: ['*'] },
  });
  await work();
  const complete = new Promise<void>((resolve) => devtools.once('Tracing.tracingComplete', () => resolve()));
  await devtools.send('Tracing.end');
  await complete;
  const tasks = tasksOf(events);
  if (tasks.length === 0) throw new Error('the record has no tasks');
  return tasks;
}

function tasksOf(events: TraceEvent[]): Task[] {
  const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
  const named = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain');
  const main = new Set(named.map(thread));
  return events
    .filter((event) => event.name === 'ThreadControllerImpl::RunTask' && main.has(thread(event)))
    .map(({ dur = 0, tdur = 0 }) => ({ ms: dur / 1_000, cpuMs: tdur / 1_000 }));
}
