import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { buildApp } from '#server/app.ts';
import { compose } from '#server/compose.ts';
import { readConfig } from '#server/config/config.ts';
import { listen } from '#server/http/listener.ts';
import { createLog } from '#server/log/log.ts';
import { builtClient } from '#server/pages/built-client.ts';
import { pageTexts } from '#server/settings/page-texts.ts';
import { migrate } from '#server/store/migrate.ts';
import { openStore } from '#server/store/open.ts';
import { freePort } from './free-port.ts';

const dist = resolve(import.meta.dirname, '../../dist');

/** A portal in this process whose client can be replaced while its pages are open. */
export interface ReleasingPortal {
  url: string;
  /**
   * Replaces the current release with the next: the same client with a new name for every hashed file. Nothing of the
   * previous release is left.
   */
  release(): Promise<void>;
  discard(): Promise<void>;
}

export async function startReleasingPortal(): Promise<ReleasingPortal> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sdc-release-'));
  const folder = join(dataDir, 'client');
  await cp(dist, folder, { recursive: true });
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const config = readConfig({ DATA_DIR: dataDir, PORTAL_URL: url, PORT: String(port), LOG_LEVEL: 'silent' });
  const store = openStore({ dataDir });
  await migrate(store);
  const composed = compose(config, createLog('silent'), store);
  const deps = { ...composed, client: builtClient(folder, pageTexts(composed), composed.log) };
  const server = await listen(buildApp(deps).fetch, { port, host: '127.0.0.1' });
  let releases = 0;

  return {
    url,
    async release() {
      releases += 1;
      await renameAssets(folder, `r${releases}`);
    },
    async discard() {
      deps.streams.close();
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await deps.background.idle();
      await deps.outbox.stop();
      await store.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Renames each hashed file and all references to it. */
async function renameAssets(folder: string, mark: string): Promise<void> {
  const assets = join(folder, 'assets');
  const next = join(folder, 'assets.next');
  await mkdir(next);
  const files = (await readdir(assets)).filter((file) => !/\.(br|gz)$/.test(file));
  const names = new Map(files.map((file) => [file, file.replace(/(\.\w+)$/, `${mark}$1`)]));
  const withNewNames = (text: string) =>
    text.replace(/[\w.-]+\.(?:js|css|svg|woff2)/g, (file) => names.get(file) ?? file);
  for (const [file, name] of names) {
    const content = await readFile(join(assets, file));
    const isText = /\.(js|css)$/.test(file);
    await writeFile(join(next, name), isText ? withNewNames(content.toString()) : content);
  }
  await rm(assets, { recursive: true });
  await rename(next, assets);
  for (const file of ['index.html', '.vite/manifest.json']) {
    const path = join(folder, file);
    await writeFile(path, withNewNames(await readFile(path, 'utf8')));
    await rm(`${path}.br`, { force: true });
    await rm(`${path}.gz`, { force: true });
    // Sets distinct times, because two releases may fall into one tick of the file system's clock.
    const later = new Date(Date.now() + Number(mark.slice(1)) * 1000);
    await utimes(path, later, later);
  }
}
