import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { limits } from '#domain/limits.ts';
import { type DeclaredRoute, declaredRoutes } from '#server/http/access.ts';
import { declaredInputs } from '#server/http/input.ts';
import { headBytes } from '#server/http/listener.ts';
import { type Actors, callerFor, openActors, openTestApp, type TestApp } from '#tests/helpers/app.ts';
import { bodiesOf, textsIn } from '#tests/helpers/bodies.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { isLongRun } from '#tests/helpers/long-run.ts';
import { refusedWith, type Sending } from '#tests/helpers/visitor.ts';

/** Bytes of the largest body that is read at all. */
const largestBody = limits.body;

/** Beginnings, repeated parts and ends on which patterns, parsers and normalisations are known to stumble. */
const shapes: Record<string, [start: string, repeated: string, end: string]> = {
  'an address of dots': ['a@', '.', '@'],
  'an address of labels': ['a@', 'a.', ''],
  'an address of at-signs': ['', 'a@', ''],
  'slashes before a letter': ['', '/', 'x'],
  'spaces before a letter': ['x', ' ', 'x'],
  'line breaks': ['', '\r\n', 'x'],
  'digits before a letter': ['', '1', 'x'],
  'an exponent': ['1', '.1', 'e'],
  'a link of at-signs': ['https://', '@', '/'],
  'a link of backslashes': ['https://', '\\', '@a.example'],
  'a path of dots': ['https://a.example/', '../', ''],
  'a host of hyphens': ['https://', 'a-', '.example'],
  'letters that grow in lower case': ['', 'İ', ''],
  'letters that fall apart': ['', 'ﷺ', ''],
  'accents on one letter': ['a', '\u0301', ''],
  'letters of two units': ['', '👋', ''],
  'what is escaped in markup': ['', '<"&', ''],
  'cells of formulas': ['', ';=', ''],
  'halves of letters': ['', '\ud800', ''],
  'wildcards of a search': ['', '%_\\', ''],
  'words of one letter': ['', 'a ', ''],
};

/** In characters: within the bounds of most fields, of the longest ones, and as much as a body holds. */
const lengths = [190, 1_990, 9_990, largestBody];

/** Texts of every shape and length that fit into a body beside `others`. */
function* pathologicalTexts(others: object = {}): Generator<[name: string, text: string]> {
  const room = largestBody - JSON.stringify(others).length - 100;
  for (const [name, [start, repeated, end]] of Object.entries(shapes)) {
    const bytes = Buffer.byteLength(JSON.stringify(repeated)) - 2;
    for (const length of lengths) {
      const count = Math.floor(Math.min(length / repeated.length, room / bytes)) - start.length - end.length;
      yield [`${length} characters, ${name}`, start + repeated.repeat(Math.max(1, count)) + end];
    }
  }
}

/**
 * Nothing that anybody sends keeps the process from other requests for longer than this, in milliseconds of the
 * processor's time. `npm run soak` measures it; a slow machine may take several times as long, and a text that an algorithm
 * stumbles on takes far longer than that.
 */
const longestTurn = isLongRun ? 50 : 250;

let portal: TestApp;
let actors: Actors;
let routes: Map<string, DeclaredRoute>;

beforeAll(async () => {
  portal = await openTestApp('sqlite', { env: { RATE_LIMIT: 'off', TRUST_PROXY: '192.0.2.1' } });
  actors = await openActors(portal);
  routes = new Map(declaredRoutes(portal.app).map((route) => [`${route.method} ${route.path}`, route]));
});

/** The actor who gets past the route's guard; signing out is for nobody, so that the others stay. */
function callerOf(route: string) {
  const declared = routes.get(route);
  if (!declared) throw new Error(`There is no route ${route}.`);
  const { method, path, access } = declared;
  return { method, path, actor: callerFor(access, actors) };
}

async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}

/** The route's address with its parameters filled in. */
function addressOf(route: string): string {
  return callerOf(route)
    .path.replace(/:formId/, 'contact')
    .replace(/:\w+/g, 'some');
}

/** Works, up to three times, since the first one compiles what it runs. Fails the test if each took too long. */
async function expectQuickWork(what: string, work: () => Promise<unknown>): Promise<void> {
  let best = Infinity;
  for (let tries = 0; tries < 3 && best > longestTurn && (tries === 0 || best < 1_000); tries += 1)
    best = Math.min(best, await processorTime(work));
  expect(best, `${what}, in milliseconds`).toBeLessThanOrEqual(longestTurn);
}

function expectQuick(
  route: string,
  what: string,
  sending: Sending,
  address = addressOf(route),
): Promise<void> {
  const { method, actor } = callerOf(route);
  return expectQuickWork(`${route} ${what}`, async () =>
    expect((await actor.send(method, address, sending)).status).toBeLessThan(500),
  );
}

/** Tries the rule alone. A text that it refuses goes no further, and is sent in the long run only. */
async function isToBeSent(rule: z.ZodMiniType, what: string, value: object): Promise<boolean> {
  let isAccepted = false;
  await expectQuickWork(what, async () => {
    isAccepted = z.safeParse(rule, value).success;
  });
  return isAccepted || isLongRun;
}

function fieldsOf(rule: z.ZodMiniType): string[] {
  return rule instanceof z.ZodMiniObject ? Object.keys(rule.shape) : [];
}

it('a pathological text in any place of any body', { timeout: 300_000 }, async () => {
  for (const input of declaredInputs(portal.app)) {
    if (input.part !== 'json') continue;
    const { route, rule } = input;
    const places = new Map(bodiesOf(input).flatMap((body) => textsIn({ ...body, undeclared: '' })));
    for (const [place, put] of places) {
      // The long run takes those within others too: most of them are repeated in many rules.
      if (!isLongRun && /[.[]/.test(place.slice(1))) continue;
      for (const [name, value] of pathologicalTexts(Object(put('')))) {
        const body = Object(put(value));
        if (!place.endsWith('.undeclared')) delete body.undeclared;
        if (await isToBeSent(rule, `${route} ${place}: ${name}`, body))
          await expectQuick(route, `${place}: ${name}`, { body });
      }
    }
  }
});

it('a pathological text in any field of a query', { timeout: 300_000 }, async () => {
  for (const { route, part, rule } of declaredInputs(portal.app)) {
    if (part !== 'query' || route.endsWith('/events')) continue;
    for (const field of fieldsOf(rule)) {
      for (const [name, value] of pathologicalTexts()) {
        const text = { [field]: value.toWellFormed() };
        const address = `${addressOf(route)}?${new URLSearchParams(text)}`;
        if (await isToBeSent(rule, `${route} ${field}: ${name}`, text))
          await expectQuick(route, `${field}: ${name}`, {}, address);
      }
    }
  }
});

it('a pathological text in any field of a form', { timeout: 300_000 }, async () => {
  const route = 'POST /f/:formId';
  const others = ['githubLink', '_replyto', '_subject', '_next', 'more'];
  for (const field of [...Object.keys(contactMessage()), ...others]) {
    for (const [name, value] of pathologicalTexts(contactMessage())) {
      const fields = contactMessage({ [field]: value.toWellFormed() });
      const urlencoded = new URLSearchParams(fields).toString();
      await expectQuick(route, `${field}: ${name}`, { body: fields });
      if (urlencoded.length > largestBody) continue;
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
      await expectQuick(route, `${field}, urlencoded: ${name}`, { raw: urlencoded, headers });
    }
  }
});

it('a body of many parts, or of parts within parts', { timeout: 120_000 }, async () => {
  const deep = `${'['.repeat(largestBody / 2 - 8)}${']'.repeat(largestBody / 2 - 8)}`;
  const names = Array.from({ length: 6_000 }, (_, index) => `"${index}":0`).join(',');
  const urlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const multipart = { 'Content-Type': 'multipart/form-data; boundary=x' };
  const part = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n';
  const bodies: [string, Sending][] = [
    ['deep', { raw: `{"a":${deep}}` }],
    ['long list', { raw: `{"uids":[${'"x",'.repeat(15_000)}"x"],"a":[${'0,'.repeat(1_000)}0]}` }],
    ['many names', { raw: `{${names}}` }],
    ['many fields', { raw: 'a=1&'.repeat(16_000), headers: urlencoded }],
    [
      'many names of fields',
      { raw: names.replaceAll(/[":]/g, '').replaceAll(',', '=1&'), headers: urlencoded },
    ],
    ['many parts', { raw: `${part.repeat(1_100)}--x--\r\n`, headers: multipart }],
    [
      'many headers of a part',
      { raw: `--x\r\n${'A: b\r\n'.repeat(10_000)}\r\n\r\n--x--`, headers: multipart },
    ],
    ['nothing but line breaks', { raw: `--x\r\n${'\r\n--'.repeat(16_000)}`, headers: multipart }],
  ];
  for (const [name, sending] of bodies) {
    await expectQuick('POST /f/:formId', name, sending);
    if (!sending.headers) await expectQuick('PATCH /api/admin/reviews', name, sending);
  }
});

/** The texts as `shorten` leaves them, each once: many differ only in what it cuts off or leaves out. */
function shortened(shorten: (text: string) => string): Map<string, string> {
  return new Map([...pathologicalTexts()].map(([name, text]) => [shorten(text), name]));
}

it('a pathological text in any header', { timeout: 120_000 }, async () => {
  const read = [
    ...['Accept', 'Accept-Encoding', 'Accept-Language', 'Content-Type', 'Cookie', 'If-None-Match', 'Range'],
    ...['Origin', 'Referer', 'X-Forwarded-For', 'Formspree-Session-Data'],
  ];
  const routes = ['GET /login', 'GET /api/session', 'POST /f/:formId', 'POST /api/auth/sign-in/email'];
  const values = shortened((text) =>
    text
      .replace(/[^\t -~]/gu, '')
      .slice(0, headBytes - 1_000)
      .trim(),
  );
  for (const header of read) {
    for (const [value, name] of values) {
      const headers = { [header]: value };
      for (const route of routes) {
        const body = route.startsWith('POST') && { body: contactMessage() };
        await expectQuick(route, `${header}: ${name}`, { ...body, headers });
      }
    }
  }
});

it('a pathological path', { timeout: 120_000 }, async () => {
  const api = ['/api/admin/members/', '/api/admin/form-submissions/'];
  const starts = ['/', '/login', '/assets/', '/f/', '/p/', ...api];
  for (const [path, name] of shortened((text) => encodeURI(text.toWellFormed()).slice(0, 8_000))) {
    for (const start of starts) {
      await expectQuick('GET /*', `${start}: ${name}`, {}, `${start}${path}`);
    }
  }
});

it('refuses an address that is longer than any page needs', async () => {
  expect(await portal.visitor().get(`/api/session?${'x'.repeat(9_000)}`)).toMatchObject(
    refusedWith(414, 'ADDRESS_TOO_LONG'),
  );
});
