import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tracks } from '#domain/member-choices.ts';
import { openTestApp, registerPerson } from '#tests/helpers/app.ts';
import { stateIn } from '#tests/helpers/page-state.ts';
import { rendererFile } from './built-client.ts';

it('pages show an edit of the club’s texts, and name another build', async () => {
  const portal = await openTestApp('sqlite');
  const visitor = portal.visitor();
  const before = (await visitor.get('/terms')).text;
  expect(before).toContain('<h1>Terms of SDC</h1>');
  portal.deps.content.club = { ...portal.deps.content.club, shortName: 'ABC' };
  const after = (await visitor.get('/terms')).text;
  expect(after).toContain('<h1>Terms of ABC</h1>');
  expect(after).toMatch(/<title>[^<]* · ABC</);
  expect(stateIn(after).build).not.toBe(stateIn(before).build);
});

it('pages carry the tasks that they show first', async () => {
  const portal = await openTestApp('sqlite');
  const { tasks } = portal.deps.content;
  const person = await registerPerson(portal);
  const carried = async (path: string) => stateIn((await person.get(path)).text).tasks;
  expect(await carried('/tasks')).toEqual(tasks);
  expect(await carried('/dashboard')).toEqual(tasks);
  await person.put('/api/me/track', { developmentTrack: 'ml' });
  expect(await carried('/user-tasks')).toEqual({ ml: tasks.ml });
  expect(await carried('/dashboard')).toBeUndefined();
});

it('tasks are answered to anybody, by track', async () => {
  const portal = await openTestApp('sqlite');
  for (const track of tracks) {
    const { body } = await portal.visitor().get(`/api/tasks/${track}`);
    expect(body).toEqual(portal.deps.content.tasks[track]);
  }
  expect(await portal.visitor().get('/api/tasks/toString')).toMatchObject({ status: 404 });
});

it('pages are served without their markup if it cannot be rendered', async () => {
  const portal = await openTestApp('sqlite');
  const program = join(portal.deps.client.folder, '.prerender', 'prerender-1.js');
  writeFileSync(program, 'exports.renderPage = async () => { throw new Error("no"); };');
  const { status, text } = await portal.visitor().get('/terms');
  expect(status).toBe(200);
  expect(text).toContain('<div id="root"></div>');
  expect(portal.takeErrors()).toMatchObject([{ msg: 'pages are served without their markup' }]);
});

it('a client without the program has no such pages', async () => {
  const { client } = (await openTestApp('sqlite')).deps;
  expect(await rendererFile(join(client.folder, 'nothing'))).toBeNull();
});
