import { expect, it } from 'vitest';
import type { Outcome } from '#domain/outcomes.ts';
import { declaredRoutes } from '#server/http/access.ts';
import { saveReview } from './helpers/admin-api.ts';
import {
  openTestApp,
  type Person,
  registerPerson,
  signInAdministrator,
  type TestApp,
} from './helpers/app.ts';
import { project } from './helpers/member-input.ts';
import { rowsOf } from './helpers/records.ts';
import { decide, inMinutes, planCorrection, releaseNow, resultsOf } from './helpers/results.ts';
import type { Visitor } from './helpers/visitor.ts';

/** In every text that the club has written for the results. */
const canary = 'canary9d21';

/** The parts that differ between any two responses: times, ids of requests, challenges, and pings. */
const volatile = [
  [/nonce-[^']+|nonce="[^"]+"/g, 'nonce'],
  [/"challenge":"[\w-]+"/g, 'challenge'],
  [/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'time'],
  [/retry: \d+\n|event: ping\ndata: \{\}\n\n/g, ''],
  [/"(uptimeSeconds|uptime)":[\d.]+/g, '"$1":0'],
] as const;

function stable(text: string): string {
  return volatile.reduce((now, [pattern, word]) => now.replace(pattern, word), text);
}

/** Every response that somebody who is not the administrator can get by reading, by route. */
async function everythingSeen(portal: TestApp, caller: Visitor, uid: string): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  for (const { method, path } of declaredRoutes(portal.app)) {
    if (method !== 'GET') continue;
    const { status, text, headers } = await caller.get(path.replace(':uid', uid).replace(/:\w+/g, 'some'));
    seen.set(path, stable(`${status} ${headers.get('location')} ${headers.get('etag')} ${text}`));
  }
  return seen;
}

/** Follows a member's stream. @returns everything that has arrived so far */
async function follow(member: Person): Promise<() => string> {
  let text = '';
  const response = await member.fetch('/api/me/events', { headers: new Headers() });
  const decoder = new TextDecoder();
  void (async () => {
    for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
  })().catch(() => {});
  return () => text;
}

it('before the release, no byte that a member or visitor gets depends on an outcome', async () => {
  const portal = await openTestApp('sqlite');
  const members = [await registerPerson(portal), await registerPerson(portal), await registerPerson(portal)];
  const [asha, ravi, other] = members as [Person, Person, Person];
  for (const person of members) {
    await person.put('/api/me/track', { developmentTrack: 'web' });
    await person.put('/api/me/submission', project);
  }
  const administrator = await signInAdministrator(portal);
  // Reviewed, so that what members see of a review is looked at too.
  for (const { uid } of [asha, ravi]) {
    const review = await saveReview(administrator, uid, { opinion: { met: [] }, submissionReviewed: true });
    expect(review.status).toBe(200);
  }
  const { settings, settingsVersion: version } = await resultsOf(administrator);
  const texts = Object.fromEntries(
    Object.entries(settings.texts).map(([outcome, { date, ...words }]) => [
      outcome,
      {
        ...Object.fromEntries(Object.keys(words).map((name) => [name, `${canary} ${outcome}`])),
        link: `https://${canary}.example/${outcome}`,
        date,
      },
    ]),
  );
  const saved = await administrator.put('/api/admin/results/settings', {
    settings: { ...settings, texts, showRequirements: true },
    version,
  });
  expect(saved.status).toBe(200);

  const mailsBefore = (await portal.mails()).length;
  const streams = [await follow(asha), await follow(ravi)];
  const look = async () => ({
    visitor: await everythingSeen(portal, portal.visitor(), asha.uid),
    asha: await everythingSeen(portal, asha, ravi.uid),
    ravi: await everythingSeen(portal, ravi, asha.uid),
  });
  const ways: [Outcome | null, Outcome | null][] = [
    ['selected', 'not-selected'],
    ['not-selected', 'waitlisted'],
    [null, 'selected'],
  ];
  const before = await look();
  const followed = streams.map((read) => stable(read()));
  await decide(administrator, [other.uid], 'selected');
  expect((await releaseNow(administrator, { at: inMinutes(60) })).status).toBe(200);
  for (const [first, second] of ways) {
    await decide(administrator, [asha.uid], first);
    await decide(administrator, [ravi.uid], second);
    expect(await look()).toEqual(before);
  }
  for (const seen of Object.values(before)) expect(JSON.stringify([...seen])).not.toContain(canary);
  expect(streams.map((read) => stable(read()))).toEqual(followed);
  expect(await portal.mails()).toHaveLength(mailsBefore);
  const logged = (await rowsOf(portal.store, 'changes')).filter(({ kind }) => kind === 'outcomes-set');
  for (const { fields } of logged) expect(fields).toMatch(/^\{"members":\{"old":null,"new":1\}\}$/);

  // The same look does find what a release shows.
  expect((await releaseNow(administrator)).status).toBe(200);
  // Their own emails have been sent by then.
  await portal.mails();
  const after = await look();
  expect(after.asha).toEqual(before.asha);
  expect(JSON.stringify([...after.ravi])).toContain(canary);
  expect(after.visitor).toEqual(before.visitor);
  await expect.poll(() => streams[1]?.()).toContain('results');
  expect(streams[0]?.()).not.toContain('results');

  // The next round stays private too, for those who wait and for those who have a result.
  const released = streams.map((read) => stable(read()));
  const mailsSent = (await portal.mails()).length;
  for (const outcome of ['waitlisted', 'selected', null] as const) {
    await decide(administrator, [asha.uid], outcome);
    if (outcome) {
      const next = { uids: [asha.uid], at: inMinutes(60), answerBy: 5 };
      expect((await releaseNow(administrator, next)).status).toBe(200);
    }
    expect(await look()).toEqual(after);
  }
  expect(streams.map((read) => stable(read()))).toEqual(released);
  expect(await portal.mails()).toHaveLength(mailsSent);

  // A correction stays private while it can be undone.
  const note = `${canary} note`;
  for (const [person, outcome] of [
    [asha, 'selected'],
    [ravi, 'waitlisted'],
    [other, null],
  ] as const)
    expect((await planCorrection(administrator, person.uid, { outcome, note })).status).toBe(200);
  expect(await look()).toEqual(after);
  expect(streams.map((read) => stable(read()))).toEqual(released);
  expect(await portal.mails()).toHaveLength(mailsSent);
}, 120_000);
