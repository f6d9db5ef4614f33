import { expect, it } from 'vitest';
import { newRegistration } from '#tests/helpers/members.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';
import { openTestApp, openWithMember, registerPerson, type TestApp } from './helpers/app.ts';
import { saveProfile } from './helpers/email-change.ts';
import { describeEachEngine } from './helpers/engines.ts';
import { contactMessage } from './helpers/forms.ts';
import { everythingStored } from './helpers/records.ts';

/** FIGURES 4: text of exactly so many characters. Some of them take four bytes and two UTF-16 units. */
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

/** Requests with one field at its limit or one character past it. */
interface Capped {
  field: string;
  cap: number;
  value: (length: number) => string;
}

const profileFields: Capped[] = [
  { field: 'fullName', cap: 200, value: characters },
  { field: 'email', cap: 254, value: address },
  { field: 'studentId', cap: 50, value: characters },
];

const submissionFields: Capped[] = [
  { field: 'githubLink', cap: 2_048, value: link },
  { field: 'projectDescription', cap: 10_000, value: characters },
];

const formFields: Capped[] = [
  { field: 'name', cap: 200, value: characters },
  { field: 'email', cap: 254, value: address },
  { field: 'githubLink', cap: 2_048, value: link },
  { field: 'message', cap: 10_000, value: characters },
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
    for (const capped of profileFields) {
      // Another one than the registrations above, which have taken the longest address.
      const own = { ...capped, value: (length: number) => capped.value(length).replace('a', 'z') };
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
    for (const { field, cap, value } of formFields) {
      const send = (length: number) =>
        portal.visitor().post('/f/contact', contactMessage({ [field]: value(length) }));
      expect((await send(cap)).body, field).toMatchObject({ next: expect.any(String) });
      expect((await send(cap + 1)).body, field).toMatchObject({ errors: [{ field }] });
    }
    const rows = await portal.store.db.selectFrom('form_submissions').select('fields').execute();
    expect(rows.map(({ fields }) => JSON.parse(fields))).toMatchObject(
      formFields.map(({ field, cap, value }) => ({ [field]: value(cap) })),
    );
  });

  it('has no link of another kind than http and https', async () => {
    const { portal, person } = await openWithMember(engine);
    await person.put('/api/me/track', { developmentTrack: 'web' });
    for (const scheme of ['ftp:', 'javascript:', 'data:', 'file:', '']) {
      const githubLink = `${scheme}//github.com/asha`;
      const answer = await person.put('/api/me/submission', { githubLink, projectDescription: 'x' });
      expect(answer, githubLink).toMatchObject({ status: 400, body: { field: 'githubLink' } });
      const sent = await portal.visitor().post('/f/contact', contactMessage({ githubLink }));
      expect(sent.body, githubLink).toMatchObject({ errors: [{ field: 'githubLink' }] });
    }
  });
});

async function atTheBound(
  portal: TestApp,
  { field, cap, value }: Capped,
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
