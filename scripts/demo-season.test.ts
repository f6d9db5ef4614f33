import { expect, it } from 'vitest';
import type { GroupMessagesPage } from '#domain/group-messages.ts';
import type { ResultsView } from '#domain/results-page.ts';
import type { SubmissionReview } from '#domain/review.ts';
import { readConfig } from '#server/config/config.ts';
import { answerOf } from '#tests/helpers/admin-api.ts';
import { openTestApp, signIn } from '#tests/helpers/app.ts';
import { freshDatabase } from '#tests/helpers/engines.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { makeDemo } from './demo-season.ts';

it('makes a season, for the lead, a reviewer and a student', async () => {
  const place = await freshDatabase('sqlite', 'empty');
  const password = 'a password of the demo';
  const config = readConfig({ DATA_DIR: place.dataDir, ADMIN_PASSWORD: password, DEMO: 'on' });
  const lead = { email: config.adminEmail, password };
  const { student, reviewer } = await makeDemo(config);
  const portal = await openTestApp('sqlite', { place });

  const member = await signIn(portal, student.email, student.password);
  expect((await member.get('/api/me')).body).toMatchObject({
    submissionReviewed: true,
    feedback: expect.any(String),
  });
  expect((await member.get('/api/me/result')).body).toMatchObject({ outcome: 'selected' });
  const season = { deadline: expect.any(String), hearBy: expect.any(String), late: 'marked' };
  expect((await member.get('/api/me/season')).body).toMatchObject(season);
  expect((await member.get('/api/me/messages')).body).toMatchObject({ messages: [{}, {}] });

  const administrator = portal.visitor();
  expect(await administrator.post('/api/admin/sign-in', lead)).toMatchObject({ status: 200 });
  const results = (await administrator.get('/api/admin/results')).body as ResultsView;
  expect(results.rounds).toMatchObject([{ releasedAt: expect.any(String) }]);
  expect(results.corrections).toHaveLength(1);
  const sent = (await administrator.get('/api/admin/messages')).body as GroupMessagesPage;
  expect(sent.messages).toHaveLength(2);

  const own = await signIn(portal, reviewer.email, reviewer.password);
  const opinions = Map.groupBy(await rowsOf(portal.store, 'opinions'), ({ uid }) => uid);
  expect(new Set([...opinions.values()].map(({ length }) => length))).toEqual(new Set([1, 3]));
  for (const uid of opinions.keys()) {
    const desk = await answerOf<SubmissionReview>(own, `/api/admin/reviews/${uid}`);
    expect(desk.opinion).toMatchObject({
      given: true,
      scores: [{ criterion: 'Code' }, { criterion: 'Idea' }],
    });
  }

  const messages = await rowsOf(portal.store, 'form_submissions');
  const kinds = messages.map(({ kind, answeredAt }) => (answeredAt === null ? kind : 'answered'));
  expect(new Set(kinds)).toEqual(new Set(['project', 'question', 'answered']));
  const submitted = (await rowsOf(portal.store, 'members')).flatMap(({ submittedAt }) => submittedAt ?? []);
  const weeks = new Set(submitted.map((at) => Math.floor(Date.parse(String(at)) / (7 * 24 * 60 * 60_000))));
  expect(weeks.size).toBeGreaterThanOrEqual(4);
});
