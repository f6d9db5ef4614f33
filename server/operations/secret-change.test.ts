import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '#server/config/config.ts';
import { describeEachEngine, freshDatabase, storeAt } from '#tests/helpers/engines.ts';
import { placeVariables } from '#tests/helpers/portal-command.ts';
import { announcement } from './announcement.ts';

describeEachEngine('the secret', (engine) => {
  it('is never replaced without a warning at the next start, whether file or variable', async () => {
    const place = await freshDatabase(engine);
    const store = storeAt(place);
    const start = (env: Record<string, string> = {}) =>
      announcement(readConfig({ ...placeVariables(place), ...env }), store, null);
    const warnings = async (env?: Record<string, string>) =>
      (await start(env)).filter((line) => line.startsWith('Warning: '));
    expect(await warnings()).toEqual([]);
    expect(await warnings()).toEqual([]);

    const file = join(place.dataDir, 'secret');
    await rm(file);
    expect(await warnings()).toEqual([
      expect.stringContaining(`${file} is not the secret of the last start.`),
    ]);
    expect(await warnings()).toEqual([]);
    const other = { AUTH_SECRET: 'another secret of at least 32 characters' };
    expect(await warnings(other)).toEqual([
      expect.stringMatching(/^Warning: AUTH_SECRET is not .+ Everybody stays signed in\./),
    ]);
  });
});
