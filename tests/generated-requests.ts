import fc from 'fast-check';
import type { DeclaredRoute } from '#server/http/access.ts';
import { type ActorName, actorNames } from './helpers/app.ts';
import { contactMessage } from './helpers/forms.ts';
import { goodBody } from './helpers/good-bodies.ts';

/** Text that has broken programs before. */
export const awkward = [
  ...['', ' ', '\0', '%00', '\ud800', '\u2028', '__proto__', 'constructor', '../..', "' or 1=1 --"],
  ...['<script>', '$&', '-1', '1e999', 'NaN', 'x'.repeat(3_000), '👋'.repeat(300)],
  ...['2026-13-45T99:99:99Z', 'javascript:alert(1)'],
];

const text = fc.oneof(fc.constantFrom(...awkward), fc.string(), fc.string({ unit: 'binary', maxLength: 20 }));

/** Field names of the portal's contracts, of its query strings, and others. */
const name = fc.oneof(
  fc.constantFrom(
    ...['fullName', 'email', 'studentId', 'department', 'yearOfStudy', 'contactNumber', 'developmentTrack'],
    ...['password', 'confirmPassword', 'agreeToTerms', 'taskCompleted', 'githubLink', 'projectDescription'],
    ...['token', 'newPassword', 'submissionReviewed', 'graded', 'name', 'message', 'subject', '_next'],
    ...['_replyto', 'q', 'track', 'year', 'step', 'dir', 'submitted', 'status', 'sort', 'cursor', 'limit'],
    ...['read', 'kind', 'uid', 'uids', 'since', 'after'],
  ),
  fc.constantFrom(...awkward),
);

const value = fc.oneof(
  text,
  fc.constantFrom(
    ...['web', 'Civil Engineering', 'asha@students.example', 'correct horse', 'https://a.example/x'],
    ...[1, 2, 0, -1, 1.5, 1e308, true, false, null],
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

const fields = fc.array(fc.tuple(name, value), { maxLength: 9 });
type Fields = [name: string, value: unknown][];

/** A body in one of the types that forms have; what it was generated for decides whether a route takes it. */
const formBodies: Record<string, (fields: Fields) => { type: string; raw: string }> = {
  urlencoded: (fields) => ({
    type: 'application/x-www-form-urlencoded',
    raw: fields.map((field) => field.map((part) => encodeURIComponent(asText(part))).join('=')).join('&'),
  }),
  // Names are not escaped: a quote or line break in one gives a part that is malformed.
  multipart: (fields) => ({
    type: 'multipart/form-data; boundary=x',
    raw: [
      ...fields.map(
        ([field, one]) => `--x\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${asText(one)}\r\n`,
      ),
      '--x--\r\n',
    ].join(''),
  }),
};

function asText(part: unknown): string {
  return (typeof part === 'string' ? part : (JSON.stringify(part) ?? '')).toWellFormed();
}

/** Built from text, so that `__proto__` is a field like any other. */
function asJson(fields: Fields): string {
  return `{${fields.map((field) => field.map((part) => JSON.stringify(part)).join(':')).join(',')}}`;
}

/** Mostly fields, as the contracts have it; sometimes any JSON, sometimes none at all. */
const body = fc.oneof(
  { weight: 4, arbitrary: fields },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: text },
);

/** Fields that the route takes, with up to two replaced; nothing for a route without a body. */
function almostGood({ method, path }: DeclaredRoute, replacements: [number, unknown][]): Fields | undefined {
  const good: Record<string, unknown> | undefined = isForm(path) ? contactMessage() : goodBody(method, path);
  if (!good) return undefined;
  const names = Object.keys(good);
  const replaced = replacements.map(([index, one]) => [names[index % names.length], one]);
  return Object.entries({ ...good, ...Object.fromEntries(replaced) });
}

function isForm(path: string): boolean {
  return path.includes('/f/:formId');
}

const query = fc
  .array(fc.tuple(name, text), { maxLength: 4 })
  .map((pairs) =>
    new URLSearchParams(pairs.map(([key, one]) => [key.toWellFormed(), one.toWellFormed()])).toString(),
  );

const headers = fc.dictionary(
  fc.constantFrom(
    ...['Accept', 'Accept-Encoding', 'Accept-Language', 'Content-Type', 'Cookie', 'If-None-Match', 'Range'],
    ...['Origin', 'Referer', 'User-Agent', 'X-Forwarded-For', 'X-Forwarded-Host', 'Host'],
  ),
  fc.oneof(
    fc.constantFrom(
      ...['*/*', 'text/html', 'text/event-stream', 'br, gzip', 'application/json', 'multipart/form-data'],
      ...['sdc_session=a.b', 'sdc_session=%', 'bytes=0-0', 'bytes=9-1', '-1', '9'.repeat(30), 'null'],
    ),
    // The characters that a header can contain.
    fc.stringMatching(/^[ -~\u00a1-\u00ff]{0,30}$/),
  ),
  { maxKeys: 3 },
);

/** The route's path with its parameters filled in. */
export function fillPath(path: string, parameters: readonly string[]): string {
  const given = [...parameters];
  return path.replace(/:\w+|\*/g, () => encodeURIComponent((given.pop() ?? '').toWellFormed()));
}

/**
 * Requests of everybody to any of these routes, in JSON and in the types of forms.
 * @param ids of what is stored, for the parameters of paths
 */
export function generatedRequests(routes: DeclaredRoute[], ids: string[]) {
  const parameter = fc.oneof(text, fc.constantFrom(...ids));
  return fc
    .record({
      actor: fc.constantFrom<ActorName>(...actorNames),
      route: fc.constantFrom(...routes),
      parameters: fc.array(parameter, { minLength: 3, maxLength: 3 }),
      query,
      body,
      replacements: fc.option(fc.array(fc.tuple(fc.nat({ max: 8 }), value), { maxLength: 2 })),
      type: fc.constantFrom('json', ...Object.keys(formBodies)),
      headers,
      // A wrong password costs a hash; a sixth of the requests carry headers that a page would not send.
      plain: fc.nat({ max: 5 }).map((one) => one > 0),
    })
    .map(({ actor, route, parameters, plain, replacements, type, ...sent }) => {
      const content = (replacements && almostGood(route, replacements)) || sent.body;
      // A page sends JSON to the API; only forms come in all types.
      const encode = isForm(route.path) || !plain ? formBodies[type] : undefined;
      const form = Array.isArray(content) ? encode?.(content) : undefined;
      const raw = form?.raw ?? (Array.isArray(content) ? asJson(content) : content);
      return {
        actor,
        route,
        path: `${fillPath(route.path, parameters)}?${sent.query}`,
        sending: {
          ...(route.method !== 'GET' && { raw }),
          headers: { ...(form && { 'Content-Type': form.type }), ...(!plain && sent.headers) },
        },
      };
    });
}
