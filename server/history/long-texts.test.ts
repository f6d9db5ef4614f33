import { beforeAll, expect, it } from 'vitest';
import { changesOf as listedChanges, openWithMembers, undo } from '#tests/helpers/admin-api.ts';
import { type Person, registerPerson, type TestApp } from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { dataFaults } from '#tests/helpers/records.ts';
import { refusedWith, type Visitor } from '#tests/helpers/visitor.ts';

describeEachEngine('a long description', (engine) => {
  let portal: TestApp;
  let admin: Visitor;

  beforeAll(async () => {
    ({ portal, administrator: admin } = await openWithMembers(engine, [], { env: { RATE_LIMIT: 'off' } }));
  });

  const long = (start: string) => start.padEnd(10_000, '👋').slice(0, 10_000).toWellFormed();

  function submit(person: Person, projectDescription: string) {
    return person.put('/api/me/submission', { githubLink: 'https://github.com/asha/x', projectDescription });
  }

  async function descriptionOf(person: Person): Promise<unknown> {
    return ((await person.get('/api/me')).body as { projectDescription: unknown }).projectDescription;
  }

  async function changesOf(person: Person) {
    return (await listedChanges(admin, `?uid=${person.uid}`)).changes;
  }

  it('is shown by its beginning in the list of changes', async () => {
    const person = await registerPerson(portal);
    await submit(person, long('one'));
    const [change] = await changesOf(person);
    expect(change?.fields.projectDescription?.new).toMatch(/^one.{90,100}…$/u);
  });

  it('is restored to the letter by undo, and so again and again', async () => {
    const person = await registerPerson(portal);
    const texts = ['one', 'two', 'three'].map(long);
    for (const text of texts) await submit(person, text);
    const [third, second] = await changesOf(person);
    for (const [change, text] of [
      [third, texts[1]],
      [second, texts[0]],
    ] as const) {
      expect((await undo(admin, change?.seq)).status).toBe(200);
      expect(await descriptionOf(person)).toBe(text);
    }
    const [undone] = await changesOf(person);
    expect((await undo(admin, undone?.seq)).status).toBe(200);
    expect(await descriptionOf(person)).toBe(texts[1]);
    expect(await dataFaults(portal.store)).toEqual([]);
  });

  it('is not undone over another one of the same length and beginning', async () => {
    const person = await registerPerson(portal);
    await submit(person, long('one'));
    await submit(person, long('two'));
    const [change] = await changesOf(person);
    await submit(person, `${long('two').slice(0, 9_901)}${'.'.repeat(99)}`);
    expect(await undo(admin, change?.seq)).toMatchObject(refusedWith(409, 'CHANGED_SINCE'));
  });
});
