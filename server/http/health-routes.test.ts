import { expect, it } from 'vitest';
import { release } from '#server/config/release.ts';
import { openTestApp } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { failingReads } from '#tests/helpers/failing-store.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';

describeEachEngine('health', (engine) => {
  it('reports that the process is up and the database responds', async () => {
    const visitor = (await openTestApp(engine)).visitor();
    expect(await visitor.get('/api/health')).toMatchObject({ status: 200, body: { status: 'up', release } });
    expect(await visitor.get('/api/ready')).toMatchObject({ status: 200, body: { status: 'ready' } });
  });

  it('is up but not ready without its database, and says when to retry', async () => {
    const portal = await openTestApp(engine, { wrapStore: failingReads });
    expect((await portal.visitor().get('/api/health')).status).toBe(200);
    const ready = await portal.visitor().get('/api/ready');
    expect(ready).toMatchObject(
      refusedWith(503, 'UNAVAILABLE', {
        message: 'The database is not available right now. Please try again.',
      }),
    );
    expect(ready.headers.get('retry-after')).toBe('2');
    expect(portal.takeErrors()).toHaveLength(1);
  });
});
