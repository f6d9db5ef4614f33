import { expect, it } from 'vitest';
import type { SubmissionReview } from '#domain/review.ts';
import { answerOf, saveReview } from '#tests/helpers/admin-api.ts';
import { openTestApp, signInReviewer } from '#tests/helpers/app.ts';
import { addRecords, submittedRecord } from '#tests/helpers/made-records.ts';
import { saveSettings } from '#tests/helpers/settings.ts';
import { administrator, openPage, screen, takePageClock } from '#tests/pages/page.ts';

/** The desk of the administrator beside that of another reviewer, who has opened some of three submissions. */
async function openDesk(opened: string[] = [], opinions: '1' | '2' = '1') {
  const clock = takePageClock();
  const portal = await openTestApp('sqlite');
  const records = ['a', 'b', 'c'].map((uid, index) =>
    submittedRecord({
      uid,
      fullName: `Member ${uid}`,
      submittedAt: new Date(Date.UTC(2026, 8, 1, 9, index)).toISOString(),
    }),
  );
  await addRecords(portal.store, records);
  await saveSettings(portal, 'reviews', { opinions });
  const asha = await signInReviewer(portal, 'Asha');
  const claim = (uid: string, body = {}) => asha.put(`/api/admin/reviews/${uid}/claim`, body);
  const leave = (uid: string) => asha.send('DELETE', `/api/admin/reviews/${uid}/claim`, { body: {} });
  for (const uid of opened) await claim(uid);
  const browser = await administrator(portal);
  const page = await openPage('/admin/review', { portal, as: browser });
  async function settled(uid: string) {
    const article = await screen.findByRole('article', { name: `Member ${uid}` });
    await clock.pass(600);
    await expect.poll(() => article.isConnected && article.getAttribute('aria-busy')).toBe('false');
  }
  const read = (uid: string) => answerOf<SubmissionReview>(asha, `/api/admin/reviews/${uid}`);
  const holder = async (uid: string) => (await read(uid)).claim?.by;
  return { ...page, clock, asha, claim, leave, settled, read, holder };
}

const feedback = () => screen.findByLabelText<HTMLTextAreaElement>('Feedback to the member');

it('opens another submission than the other reviewer has, claims it, and leaves it for the next', async () => {
  const { settled, holder, user, claim } = await openDesk(['a']);
  await settled('b');
  await expect.poll(() => holder('b')).toBe('Administrator');
  expect((await claim('b')).status).toBe(409);
  await user.keyboard('e');
  await settled('c');
  await expect.poll(() => holder('c')).toBe('Administrator');
  await expect.poll(() => holder('b')).toBeUndefined();
  await user.keyboard('e');
  await screen.findByText(/^Nothing is left for you here/);
});

it('names live the reviewer who takes a submission over, and keeps what was typed', async () => {
  const { settled, holder, user, claim, read, press } = await openDesk();
  await settled('a');
  await expect.poll(() => holder('a')).toBe('Administrator');
  expect((await claim('a', { takeOver: true })).status).toBe(200);
  await screen.findByText(/^Asha has taken this over\./);
  expect((await feedback()).readOnly).toBe(true);
  await press('Take over');
  await expect.poll(() => holder('a')).toBe('Administrator');
  await expect.poll(async () => (await feedback()).readOnly).toBe(false);
  await user.type(await feedback(), 'Well done');
  await expect.poll(async () => (await read('a')).draft).toBe('Well done');
});

it('shows who has a submission open that was looked up, and opens it once that reviewer leaves', async () => {
  const { settled, holder, leave, browser, portal } = await openDesk(['a']);
  await settled('b');
  await openPage('/admin/review?member=a', { portal, as: browser });
  await screen.findByText('Asha has this open.');
  expect(await holder('a')).toBe('Asha');
  await leave('a');
  await expect.poll(() => screen.queryByText('Asha has this open.')).toBeNull();
  await settled('a');
  await expect.poll(() => holder('a')).toBe('Administrator');
});

it('moves on when another reviewer was faster', async () => {
  const { settled, claim, network, user } = await openDesk();
  await settled('a');
  network.dropStreams();
  network.hold('GET /api/admin/events');
  await claim('b');
  await user.keyboard('e');
  await settled('c');
});

it('keeps a submission that wants two opinions waiting, and shows the other one once this one counts', async () => {
  const { asha, settled, user, read } = await openDesk(['b', 'c'], '2');
  await settled('a');
  await saveReview(asha, 'a', { opinion: { scores: [{ criterion: 'Score', score: 9 }], comment: 'Good.' } });
  await screen.findByText(/^Somebody has given an opinion\./);
  await user.keyboard('p');
  await user.keyboard('4');
  await screen.findByText('9 of 10');
  await screen.findByText('Good.');
  await expect.poll(async () => (await read('a')).member.submissionReviewed).toBe(true);
  expect((await read('a')).others).toMatchObject([{ by: 'Administrator', score: 4 }]);
});
