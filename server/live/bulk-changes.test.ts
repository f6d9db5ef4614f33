import { expect, it } from 'vitest';
import { openTestApp, registerPerson, signInAdministrator } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { readEvents } from '#tests/helpers/event-reader.ts';
import { makeFiles } from '#tests/helpers/firebase-export.ts';
import { importFiles, undo } from '#tests/helpers/firebase-import.ts';
import { listen } from '#tests/helpers/listen.ts';

describeEachEngine('open streams during an import', (engine) => {
  it('end instead of receiving every change, and the page loads again', async () => {
    const portal = await openTestApp(engine);
    const url = await listen(portal);
    const administrator = await signInAdministrator(portal);
    const member = await registerPerson(portal);
    const open = {
      all: (lastId?: string) => readEvents(`${url}/api/admin/events`, administrator, lastId),
      own: (lastId?: string) => readEvents(`${url}/api/me/events`, member, lastId),
    };
    const files = await makeFiles();
    for (const work of [() => importFiles(portal, files), () => undo(portal)]) {
      const readers = { all: await open.all(), own: await open.own() };
      expect((await readers.all.next())?.name).toBe('ready');
      expect((await readers.own.next())?.name).toBe('ready');
      await work();
      for (const scope of ['all', 'own'] as const) {
        expect(await readers[scope].next()).toBeNull();
        const again = await open[scope](readers[scope].lastId());
        expect(await again.next()).toMatchObject({ name: 'ready', data: { resumed: false } });
        again.cut();
        const later = await open[scope](again.lastId());
        expect(await later.next()).toMatchObject({ name: 'ready', data: { resumed: true } });
        later.cut();
      }
    }
  });
});
