import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { undoMessages } from '#domain/changes.ts';
import { checkData } from '#server/operations/check.ts';
import { keepHouse } from '#server/operations/housekeeping.ts';
import { undo } from '#tests/helpers/admin-api.ts';
import {
  openTestApp,
  type Person,
  registerPerson,
  signInAdministrator,
  type TestApp,
} from '#tests/helpers/app.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';
import { forLog, isLogged, replacedTextsPerMember } from './long-texts.ts';

describe('a value in the log', () => {
  it('is known again, and no other is taken for it', () => {
    const text = fc.string({ minLength: 2_040, maxLength: 2_060 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(isLogged(forLog(one), one)).toBe(true);
        expect(isLogged(forLog(one), other)).toBe(one === other);
        expect(isLogged(forLog(one), null)).toBe(false);
      }),
    );
  });

  it('is the initial null of a field that the log does not name', () => {
    expect(isLogged(undefined, null)).toBe(true);
    expect(isLogged(undefined, '')).toBe(false);
    expect(isLogged(null, 'x')).toBe(false);
  });

  it('is bounded', () => {
    expect(JSON.stringify(forLog('x'.repeat(60_000))).length).toBeLessThan(400);
    expect(forLog('x'.repeat(2_048))).toBe('x'.repeat(2_048));
    expect(forLog(null)).toBeNull();
  });
});

describeEachEngine('a long description', (engine) => {
  let portal: TestApp;
  let admin: Visitor;

  beforeAll(async () => {
    portal = await openTestApp(engine, { env: { RATE_LIMIT: 'off' } });
    admin = await signInAdministrator(portal);
  });

  const long = (start: string) => start.padEnd(10_000, '👋').slice(0, 10_000).toWellFormed();

  function submit(person: Person, projectDescription: string) {
    return person.put('/api/me/submission', { githubLink: 'https://github.com/asha/x', projectDescription });
  }

  async function descriptionOf(person: Person): Promise<unknown> {
    return ((await person.get('/api/me')).body as { projectDescription: unknown }).projectDescription;
  }

  async function changesOf(person: Person) {
    return portal.store.db
      .selectFrom('changes')
      .select(['seq', 'fields'])
      .where('uid', '=', person.uid)
      .orderBy('seq', 'desc')
      .execute();
  }

  async function keptOf(person: Person): Promise<number> {
    const rows = await portal.store.db
      .selectFrom('replaced_texts')
      .select('seq')
      .where('uid', '=', person.uid)
      .execute();
    return rows.length;
  }

  it('is not repeated by the log, however often it is sent', async () => {
    const person = await registerPerson(portal);
    for (let sent = 0; sent < 12; sent += 1) await submit(person, long(`${sent}`));
    for (const { fields } of await changesOf(person)) expect(fields.length).toBeLessThan(2_000);
    expect(await keptOf(person)).toBe(replacedTextsPerMember);
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
    expect((await checkData(portal.store)).flatMap(({ faults }) => faults)).toEqual([]);
  });

  it('is not undone over another one of the same length and beginning', async () => {
    const person = await registerPerson(portal);
    await submit(person, long('one'));
    await submit(person, long('two'));
    const [change] = await changesOf(person);
    await submit(person, `${long('two').slice(0, 9_901)}${'.'.repeat(99)}`);
    expect(await undo(admin, change?.seq)).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_SINCE' },
    });
  });

  it('cannot be restored once its lifetime is over, and undo says so', async () => {
    const person = await registerPerson(portal);
    await submit(person, long('one'));
    await submit(person, long('two'));
    const later = new Date(Date.now() + 91 * 24 * 60 * 60_000);
    await keepHouse({ ...portal.deps, config: { ...portal.deps.config, keepTextsDays: 90 } }, later);
    const [change] = await changesOf(person);
    // Housekeeping ended the sessions, too.
    admin = await signInAdministrator(portal);
    expect(await undo(admin, change?.seq)).toMatchObject({
      status: 409,
      body: { code: 'NOT_UNDOABLE', message: undoMessages.textGone },
    });
    const { email, password } = person.registration;
    await person.post('/api/auth/sign-in/email', { email, password });
    expect(await descriptionOf(person)).toBe(long('two'));
  });
});
