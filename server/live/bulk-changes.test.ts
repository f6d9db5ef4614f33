import { expect, it } from 'vitest';
import { registerPerson } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { makeFiles } from '#tests/helpers/firebase-export.ts';
import { importFiles, undo } from '#tests/helpers/firebase-import.ts';
import { openLive } from '#tests/helpers/live-portal.ts';

describeEachEngine('open streams during an import', (engine) => {
  it('end instead of receiving every change, and the page loads again', async () => {
    const { portal, administrator, open } = await openLive(engine);
    const member = await registerPerson(portal);
    const streams = {
      all: (lastId?: string) => open(administrator, 'admin/events', lastId),
      own: (lastId?: string) => open(member, 'me/events', lastId),
    };
    const files = await makeFiles();
    for (const work of [() => importFiles(portal, files), () => undo(portal)]) {
      const readers = { all: await streams.all(), own: await streams.own() };
      expect((await readers.all.next())?.name).toBe('ready');
      expect((await readers.own.next())?.name).toBe('ready');
      await work();
      for (const scope of ['all', 'own'] as const) {
        expect(await readers[scope].next()).toBeNull();
        const again = await streams[scope](readers[scope].lastId());
        expect(await again.next()).toMatchObject({ name: 'ready', data: { resumed: false } });
        const later = await streams[scope](again.lastId());
        expect(await later.next()).toMatchObject({ name: 'ready', data: { resumed: true } });
      }
    }
  });
});
