import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { isLongRun, tell } from '#tests/helpers/long-run.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';
import { withStore } from '#tests/helpers/with-store.ts';
import { median, timed } from '../../bench/row.ts';
import { startWriteLoad } from './write-load.ts';

/** `npm run soak` runs 100 cycles. */
const cycles = isLongRun ? 100 : 2;
/** A kill happens at a random moment within this many milliseconds of writing. */
const writing = 300;

describeEachEngine('kill -9 under write load', (engine) => {
  it(`${cycles} times loses no acknowledged write, leaves the data whole, and the portal starts again`, {
    timeout: 60 * 60_000,
  }, async () => {
    const portal = await openTestPortal(engine, { RATE_LIMIT: 'off', LOG_LEVEL: 'error' });
    const load = await startWriteLoad({ urls: [portal.url], origin: portal.url });
    const starts: number[] = [];
    for (let cycle = 1; cycle <= cycles; cycle += 1) {
      await load.untilAllWrite();
      await wait(Math.random() * writing);
      await portal.kill9();
      starts.push(await timed(portal.restart));
      // Closed again immediately: a file that another process has open would not need recovery after the next kill.
      expect(await withStore(portal, (store) => store.integrityFaults())).toEqual([]);
    }
    await load.untilAllWrite();
    await load.stop();
    // Requests that were cut off or refused, and no other failure.
    expect(load.statusesBeside(0)).toEqual([]);
    await withStore(portal, load.expectNothingLost);
    // Every start recovers, however busy the machine is; how long that takes is measured on a quiet one.
    if (isLongRun) expect(median(starts)).toBeLessThanOrEqual(3_000);
    tell(
      `${engine}: ${cycles} kills, ${load.acknowledged()} acknowledged writes, 0 lost, slowest start ${Math.round(Math.max(...starts))} ms`,
    );
  });
});
