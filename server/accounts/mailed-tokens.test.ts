import { expect, it } from 'vitest';
import { requestBounds } from '#server/config/bounds.ts';
import { declaredRoutes } from '#server/http/access.ts';
import { confirmEmail, openTestApp, registerPerson, type TestApp } from '#tests/helpers/app.ts';
import { takeClock } from '#tests/helpers/clock.ts';
import { day, saveProfile } from '#tests/helpers/email-change.ts';
import { describeEachEngine } from '#tests/helpers/engines.ts';
import { goodBody } from '#tests/helpers/good-bodies.ts';
import { exhaust } from '#tests/helpers/limits.ts';
import { requestReset } from '#tests/helpers/passwords.ts';
import { openWithSmtp } from '#tests/helpers/smtp-portal.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';

const sender = '192.0.2.5';

const tokenAddresses = [
  '/api/account/return',
  '/api/auth/check-reset-link',
  '/api/auth/confirm-email',
  '/api/auth/reset-password',
  '/api/auth/restore-email',
  '/api/hand-over/accept',
  '/api/hand-over/check',
  '/api/numbers',
  '/api/reviewers/accept',
  '/api/reviewers/check',
  '/api/setup',
  '/api/setup/check',
  '/api/unsubscribe',
  '/unsubscribe',
];

const minute = 60_000;

describeEachEngine('a mailed link', (engine) => {
  const lifetimes = { 'confirm-email': 7 * day, 'reset-password': 60 * minute, 'restore-email': 7 * day };

  it.each(Object.entries(lifetimes))(
    'to %s works only there, once, also with concurrent uses, and until it expires',
    async (purpose, lifetime) => {
      const clock = takeClock();
      const { portal, arrived } = await openWithSmtp(engine);
      async function mailedToken() {
        const person = await registerPerson(portal);
        const { email } = person.registration;
        if (purpose === 'reset-password') await requestReset(portal, email);
        if (purpose === 'restore-email') await confirmEmail(portal, person.uid);
        if (purpose === 'restore-email') await saveProfile(person, { email: `new.${email}` });
        const mails = (await arrived()).map(({ mail }) => mail.text ?? '');
        const text = mails.findLast((one) => one.includes(`/${purpose}?token=`)) ?? '';
        return /\?token=([\w-]+)/.exec(text)?.[1];
      }
      const [early, late] = [await mailedToken(), await mailedToken()];
      function use(token: unknown, path = `/api/auth/${purpose}`) {
        return portal.visitor().post(path, { ...goodBody('POST', path), token });
      }
      const invalid = refusedWith(400, 'INVALID_TOKEN');
      for (const other of Object.keys(lifetimes).filter((name) => name !== purpose))
        expect(await use(late, `/api/auth/${other}`)).toMatchObject(invalid);
      clock.pass(lifetime - minute);
      const answers = await Promise.all(Array.from({ length: 10 }, () => use(early)));
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused).toMatchObject(Array(9).fill(invalid));
      expect(await use(early)).toMatchObject(invalid);
      clock.pass(2 * minute);
      expect(await use(late)).toMatchObject(invalid);
    },
  );
});

const hasToken = (path: string) => 'token' in (goodBody('POST', path) ?? {});

function tokenRoutes({ app }: TestApp) {
  return declaredRoutes(app)
    .map(({ method, path }) => ({ method, path, body: goodBody(method, path) }))
    .filter(({ method, path }) => method === 'POST' && (path === '/unsubscribe' || hasToken(path)));
}

it('every address that takes a mailed token refuses a wrong one, whatever it consists of', async () => {
  const portal = await openTestApp('sqlite', { env: { RATE_LIMIT: 'off' } });
  const wrong = ['', 'made-up', '../reset', "' or 1=1 --", '\0', '👋', 'x'.repeat(200), 'x'.repeat(201)];
  for (const { path, body } of tokenRoutes(portal).filter((route) => hasToken(route.path))) {
    for (const token of wrong) {
      const answer = await portal.visitor().post(path, { ...body, token });
      expect(answer, `${path} with ${token}`).toMatchObject({ status: 400, body: { field: 'token' } });
    }
  }
});

it('every address that takes a mailed token counts wrong ones', async () => {
  const portal = await openTestApp('sqlite');
  const routes = tokenRoutes(portal);
  expect(routes.map(({ path }) => path).toSorted()).toEqual(tokenAddresses);
  for (const { method, path, body } of routes) {
    const send = () =>
      portal
        .visitor(sender)
        .send(method, path === '/unsubscribe' ? `${path}?token=asha.abcdefgh` : path, { body });
    await exhaust(portal, 'wrong-token', sender, requestBounds['wrong-token'], 1);
    expect((await send()).status, path).toBe(400);
    expect((await send()).status, path).toBe(429);
  }
});
