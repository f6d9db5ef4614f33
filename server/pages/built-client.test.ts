import { readFileSync } from 'node:fs';
import { mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openTestApp, registerPerson } from '#tests/helpers/app.ts';
import { stateIn } from '#tests/helpers/page-state.ts';

const preloadsOf = {
  login: [
    '<link rel="stylesheet" crossorigin href="/assets/part-1.css">',
    '<link rel="modulepreload" crossorigin href="/assets/part-1.js">',
    '<link rel="modulepreload" crossorigin href="/assets/login-page-1.js">',
  ],
  dashboard: [
    '<link rel="stylesheet" crossorigin href="/assets/part-1.css">',
    '<link rel="stylesheet" crossorigin href="/assets/members-1.css">',
    '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/part-1.js">',
    '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/portal-layout-1.js">',
    '<link rel="modulepreload" fetchpriority="low" crossorigin href="/assets/members-1.js">',
  ],
};

it.each(['login', 'dashboard'] as const)('a page preloads the files that it needs: /%s', async (page) => {
  const portal = await openTestApp('sqlite');
  const visitor = page === 'login' ? portal.visitor() : await registerPerson(portal);
  const { text } = await visitor.get(`/${page}`);
  expect(text.match(/<link rel="(?:stylesheet|modulepreload)" [^>]*>/g)).toEqual(preloadsOf[page]);
});

it('pages preload no file twice, and none while the manifest is missing', async () => {
  const portal = await openTestApp('sqlite');
  const visitor = portal.visitor();
  const { text } = await visitor.get('/login');
  expect(text.match(/main-abcd1234/g)).toHaveLength(1);
  await rm(join(portal.deps.client.folder, '.vite'), { recursive: true });
  const without = await visitor.get('/login');
  expect(without).toMatchObject({ status: 200 });
  expect(without.text).not.toMatch(/stylesheet|modulepreload/);
});

it('pages belong to the current build, and name it like the session response', async () => {
  const portal = await openTestApp('sqlite');
  const visitor = portal.visitor();
  const build = async () => {
    const { build } = stateIn((await visitor.get('/login')).text);
    expect(build).toMatch(/^[0-9a-f]{12}$/);
    expect((await visitor.get('/api/session')).headers.get('portal-build')).toBe(build);
    return build;
  };
  expect((await visitor.get('/login')).text).toContain('main-abcd1234.js');
  const first = await build();
  expect(await build()).toBe(first);
  const index = join(portal.deps.client.folder, 'index.html');
  await writeFile(index, readFileSync(index, 'utf8').replaceAll('abcd1234', 'efgh5678'));
  await utimes(index, new Date(), new Date(Date.now() + 1000));
  expect((await visitor.get('/login')).text).toContain('main-efgh5678.js');
  const second = await build();
  expect(second).not.toBe(first);
  await rm(index);
  const session = await visitor.get('/api/session');
  expect(session).toMatchObject({ status: 200, body: { user: null } });
  expect(session.headers.get('portal-build')).toBe(second);
});

it('pages are available as soon as the client is built', async () => {
  const portal = await openTestApp('sqlite');
  const index = join(portal.deps.client.folder, 'index.html');
  await rename(index, `${index}.later`);
  expect((await portal.visitor().get('/login')).status).toBe(500);
  expect(portal.takeErrors()).toHaveLength(1);
  await rename(`${index}.later`, index);
  expect((await portal.visitor().get('/login')).status).toBe(200);
});

it('pages are read again after a read that failed', async () => {
  const portal = await openTestApp('sqlite');
  const index = join(portal.deps.client.folder, 'index.html');
  const html = readFileSync(index, 'utf8');
  await rm(index);
  // Its time can be read, its content cannot.
  await mkdir(index);
  await utimes(index, 1, 1);
  expect((await portal.visitor().get('/login')).status).toBe(500);
  expect(portal.takeErrors()).toHaveLength(1);
  await rm(index, { recursive: true });
  await writeFile(index, html);
  await utimes(index, 1, 1);
  expect((await portal.visitor().get('/login')).status).toBe(200);
});

it('pages belong to the previous build while the next is being written', async () => {
  const portal = await openTestApp('sqlite');
  const { text } = await portal.visitor().get('/no-page');
  await rm(portal.deps.client.folder, { recursive: true });
  const meanwhile = await portal.visitor().get('/no-page');
  expect(meanwhile.status).toBe(404);
  expect(stateIn(meanwhile.text).build).toBe(stateIn(text).build);
});
