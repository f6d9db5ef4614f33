import { expect, it } from 'vitest';
import { newRegistration } from '#tests/helpers/members.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';
import { openTestApp, registerPerson, type TestApp } from './helpers/app.ts';
import { saveProfile } from './helpers/email-change.ts';
import { describeEachEngine } from './helpers/engines.ts';
import { contactMessage } from './helpers/forms.ts';
import { everythingStored } from './helpers/records.ts';

/** Text of exactly so many characters. Some of them take four bytes and two UTF-16 units. */
function characters(count: number, start = ''): string {
  return start + '👋'.repeat(2) + 'x'.repeat(count - start.length - 2);
}

/** An address of exactly so many characters whose parts are as long as mail allows. */
function address(length: number): string {
  const local = 'a'.repeat(64);
  const labels = ['b'.repeat(63), 'c'.repeat(63)];
  const rest = length - [local, ...labels, 'ex'].join('.').length - 1;
  return `${local}@${[...labels, 'd'.repeat(rest), 'ex'].join('.')}`;
}

function link(length: number): string {
  const start = 'https://github.com/asha/';
  return start + 'x'.repeat(length - start.length);
}

/** A field, the longest text that it takes, and texts for it of any length. */
type Capped = [field: string, cap: number, value: (length: number) => string];

const profileFields: Capped[] = [
  ['fullName', 200, characters],
  ['email', 254, address],
  ['studentId', 50, characters],
];

const submissionFields: Capped[] = [
  ['githubLink', 2_048, link],
  ['projectDescription', 10_000, characters],
];

const formFields: Capped[] = [
  ['name', 200, characters],
  ['email', 254, address],
  ['githubLink', 2_048, link],
  ['message', 10_000, characters],
];

describeEachEngine('what is sent', (engine) => {
  it('is taken and kept at the bound of each field, and refused with one character more', async () => {
    const portal = await openTestApp(engine, { env: { RATE_LIMIT: 'off' } });
    for (const capped of profileFields) {
      await atTheBound(portal, capped, (fields) =>
        portal.visitor().post('/api/register', newRegistration(fields)),
      );
    }
    const person = await registerPerson(portal);
    for (const [field, cap, value] of profileFields) {
      // Another one than the registrations above, which have taken the longest address.
      const own: Capped = [field, cap, (length) => value(length).replace('a', 'z')];
      await atTheBound(portal, own, (fields) => saveProfile(person, fields));
    }
    const submission = { githubLink: link(100), projectDescription: 'It works.' };
    for (const capped of submissionFields) {
      await atTheBound(portal, capped, (fields) =>
        person.put('/api/me/submission', { ...submission, ...fields }),
      );
    }
  });

  it('is so by the form service too', async () => {
    const portal = await openTestApp(engine, { env: { RATE_LIMIT: 'off' } });
    for (const [field, cap, value] of formFields) {
      const send = (length: number) =>
        portal.visitor().post('/f/contact', contactMessage({ [field]: value(length) }));
      expect((await send(cap)).body, field).toMatchObject({ next: expect.any(String) });
      expect((await send(cap + 1)).body, field).toMatchObject({ errors: [{ field }] });
    }
    const rows = await portal.store.db.selectFrom('form_submissions').select('fields').execute();
    expect(rows.map(({ fields }) => JSON.parse(fields))).toMatchObject(
      formFields.map(([field, cap, value]) => ({ [field]: value(cap) })),
    );
  });
});

async function atTheBound(
  portal: TestApp,
  [field, cap, value]: Capped,
  send: (fields: Record<string, string>) => Promise<{ status: number; body: unknown; text: string }>,
): Promise<void> {
  const taken = await send({ [field]: value(cap) });
  expect([200, 201], `${field} at ${cap}: ${taken.text}`).toContain(taken.status);
  const stored = await everythingStored(portal.store);
  expect(stored.members.map((member) => member[field as 'fullName'])).toContain(value(cap));
  expect(await send({ [field]: value(cap + 1) }), `${field} at ${cap + 1}`).toMatchObject(
    refusedWith(400, 'INVALID_INPUT', { field }),
  );
  expect(await everythingStored(portal.store)).toEqual(stored);
}
