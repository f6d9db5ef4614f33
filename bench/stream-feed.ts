import { setTimeout as wait } from 'node:timers/promises';

/** Streams that are opened at the same time. */
const batch = 50;
/** Milliseconds after which a change counts as lost. */
const tooLate = 20_000;

/** Open streams of which each receives every change. */
interface Feed {
  /** Makes a change, and waits until every stream has it. @returns the milliseconds from its start, for each stream */
  delaysOf(change: () => Promise<unknown>): Promise<number[]>;
  close(): void;
}

/** @param follow opens the nth stream, which calls `onChange` at each change; resolves once it is live */
export async function openFeed(
  streams: number,
  follow: (onChange: () => void, nth: number) => Promise<{ close(): void }>,
): Promise<Feed> {
  let started = 0;
  let delays: number[] = [];
  let everywhere = Promise.withResolvers<void>();
  function onChange(): void {
    delays.push(performance.now() - started);
    if (delays.length === streams) everywhere.resolve();
  }
  const open: { close(): void }[] = [];
  while (open.length < streams) {
    const from = open.length;
    const some = Array.from({ length: Math.min(batch, streams - from) }, (_, at) =>
      follow(onChange, from + at),
    );
    open.push(...(await Promise.all(some)));
  }
  return {
    async delaysOf(change) {
      delays = [];
      everywhere = Promise.withResolvers();
      started = performance.now();
      await change();
      const late = wait(tooLate, 'late', { ref: false });
      if ((await Promise.race([everywhere.promise, late])) === 'late') throw new Error('a change was lost');
      return delays;
    },
    close() {
      for (const stream of open) stream.close();
    },
  };
}
