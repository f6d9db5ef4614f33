import fc from 'fast-check';
import { expect, it } from 'vitest';
import { declaredRoutes } from '#server/http/access.ts';
import { type ActorName, actorNames, openActors, openTestApp } from './helpers/app.ts';
import { describeEachEngine } from './helpers/engines.ts';
import { isLongRun } from './helpers/long-run.ts';
import { newRegistration } from './helpers/members.ts';

/** Text that has broken programs before. */
const awkward = [
  '',
  ' ',
  '\0',
  '%00',
  '\ud800',
  '\u2028',
  '__proto__',
  'constructor',
  '../..',
  "' or 1=1 --",
  '<script>',
  '$&',
  '-1',
  '1e999',
  'NaN',
  'x'.repeat(3_000),
  '👋'.repeat(300),
  '2026-13-45T99:99:99Z',
  'javascript:alert(1)',
];

const text = fc.oneof(fc.constantFrom(...awkward), fc.string(), fc.string({ unit: 'binary', maxLength: 20 }));

/** Field names of the portal's contracts, of its query strings, and others. */
const name = fc.oneof(
  fc.constantFrom(
    ...['fullName', 'email', 'studentId', 'department', 'yearOfStudy', 'contactNumber', 'developmentTrack'],
    ...['password', 'confirmPassword', 'agreeToTerms', 'taskCompleted', 'githubLink', 'projectDescription'],
    ...[
      'token',
      'newPassword',
      'submissionReviewed',
      'graded',
      'name',
      'message',
      'subject',
      '_next',
      '_replyto',
    ],
    ...[
      'q',
      'track',
      'year',
      'step',
      'dir',
      'submitted',
      'status',
      'sort',
      'cursor',
      'limit',
      'read',
      'kind',
      'uid',
      'uids',
      'since',
      'after',
    ],
  ),
  fc.constantFrom(...awkward),
);

const value = fc.oneof(
  text,
  fc.constantFrom(
    'web',
    'Civil Engineering',
    'asha@students.example',
    'correct horse',
    'https://a.example/x',
  ),
  fc.constantFrom<unknown>(1, 2, 0, -1, 1.5, 1e308, true, false, null),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Mostly an object, as the contracts have it; sometimes any JSON, sometimes none at all. */
const body = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(fc.tuple(name, value), { maxLength: 9 })
      .map(
        (fields) =>
          `{${fields.map((field) => field.map((part) => JSON.stringify(part)).join(':')).join(',')}}`,
      ),
  },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: text },
);

/** Bodies that their routes take, so that one wrong field gets past all others. */
const goodBodies: Record<string, Record<string, unknown>> = {
  '/api/register': newRegistration(),
  '/api/auth/sign-in/email': { email: 'asha@students.example', password: 'correct horse' },
  '/api/auth/request-password-reset': { email: 'asha@students.example' },
  '/api/auth/reset-password': { token: 'abcdefgh', newPassword: 'a new password' },
  '/api/auth/restore-email': { token: 'abcdefgh' },
  '/api/auth/confirm-email': { token: 'abcdefgh' },
  '/api/admin/sign-in': { email: 'asha@students.example', password: 'correct horse' },
  '/api/admin/members/review': { uids: ['asha'], submissionReviewed: true, graded: true },
  '/api/admin/members/:uid/review': { submissionReviewed: true, graded: true },
  '/api/admin/visit': { seq: 1 },
  '/api/admin/changes/:seq/undo': {},
  '/api/me/track': { developmentTrack: 'web' },
  '/api/me/task-completion': { taskCompleted: true },
  '/api/me/submission': { githubLink: 'https://github.com/asha/x', projectDescription: 'It works.' },
  '/api/me/profile': {
    fullName: 'Asha Rao',
    email: 'asha@students.example',
    studentId: '1SD',
    department: 'Other',
    yearOfStudy: 1,
    contactNumber: '9876543210',
    developmentTrack: 'ml',
  },
};

/** A good body of the route with up to two of its fields replaced; nothing for a route without one. */
function almostGood(path: string, replacements: [number, unknown][]): string | undefined {
  const good = goodBodies[path];
  if (!good) return undefined;
  const names = Object.keys(good);
  const replaced = replacements.map(([index, one]) => [names[index % names.length], one]);
  return JSON.stringify({ ...good, ...Object.fromEntries(replaced) });
}

const query = fc
  .array(fc.tuple(name, text), { maxLength: 4 })
  .map((pairs) =>
    new URLSearchParams(pairs.map(([key, one]) => [key.toWellFormed(), one.toWellFormed()])).toString(),
  );

const headers = fc.dictionary(
  fc.constantFrom(
    ...['Accept', 'Accept-Encoding', 'Accept-Language', 'Content-Type', 'Cookie', 'If-None-Match', 'Range'],
    ...['Last-Event-ID', 'Origin', 'Referer', 'User-Agent', 'X-Forwarded-For', 'X-Forwarded-Host', 'Host'],
  ),
  fc.oneof(
    fc.constantFrom(
      '*/*',
      'text/html',
      'text/event-stream',
      'br, gzip',
      'application/json',
      'multipart/form-data',
    ),
    fc.constantFrom(
      'sdc_session=a.b',
      'sdc_session=%',
      'bytes=0-0',
      'bytes=9-1',
      '-1',
      '9'.repeat(30),
      'null',
    ),
    // The characters that a header can contain.
    fc.stringMatching(/^[ -~\u00a1-\u00ff]{0,30}$/),
  ),
  { maxKeys: 3 },
);

/** FIGURES 3. `npm run soak` sends 10,000. */
const requests = isLongRun ? 10_000 : 1_000;

describeEachEngine(`${requests} generated requests over all routes`, (engine) => {
  it(
    'get no 5xx',
    async () => {
      const portal = await openTestApp(engine, { env: { RATE_LIMIT: 'off' } });
      const actors = await openActors(portal);
      const routes = declaredRoutes(portal.app);
      const request = fc.record({
        actor: fc.constantFrom<ActorName>(...actorNames),
        route: fc.constantFrom(...routes),
        parameters: fc.array(text, { minLength: 3, maxLength: 3 }),
        query,
        body,
        replacements: fc.option(fc.array(fc.tuple(fc.nat({ max: 8 }), value), { maxLength: 2 })),
        headers,
        // A wrong password costs a hash; a sixth of the requests carry headers that a page would not send.
        plain: fc.nat({ max: 5 }).map((one) => one > 0),
      });
      await fc.assert(
        fc.asyncProperty(request, async ({ route, parameters, plain, replacements, ...sent }) => {
          // Nobody else signs out: the others are needed to the end.
          const actor = route.path === '/api/auth/sign-out' ? 'nobody' : sent.actor;
          const raw = (replacements && almostGood(route.path, replacements)) || sent.body;
          const given = [...parameters];
          const path = route.path.replace(/:\w+|\*/g, () =>
            encodeURIComponent((given.pop() ?? '').toWellFormed()),
          );
          const answer = await actors[actor].send(route.method, `${path}?${sent.query}`, {
            ...(route.method !== 'GET' && { raw }),
            headers: plain ? {} : sent.headers,
          });
          expect(answer.status, answer.text).toBeLessThan(500);
          if (answer.status >= 400 && route.path.startsWith('/api/') && !path.includes('//')) {
            expect(answer.body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
          }
        }),
        { numRuns: requests },
      );
      expect(portal.takeErrors()).toEqual([]);
    },
    30 * 60_000,
  );
});
