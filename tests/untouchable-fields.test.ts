import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { member } from '#domain/members.ts';
import { refusedWith } from '#tests/helpers/visitor.ts';
import { openWithMember, registerPerson } from './helpers/app.ts';
import { goodBody } from './helpers/good-bodies.ts';
import { everythingStored } from './helpers/records.ts';

const routes = [
  'PUT /api/me/track',
  'PUT /api/me/task-completion',
  'PUT /api/me/submission',
  'PATCH /api/me/profile',
];

/** The body that a route takes. */
function ownBody(route: string) {
  const [method = '', path = ''] = route.split(' ');
  return { method, path, body: goodBody(method, path) ?? {} };
}

const writable = routes.flatMap((route) => Object.keys(ownBody(route).body));
/** The fields that no member may write, whatever they send. */
const untouchable = [
  ...Object.keys(member.shape).filter((name) => !writable.includes(name)),
  ...['role', 'password', '__proto__', 'constructor', 'prototype', 'toString'],
];

const values = fc.oneof(
  fc.boolean(),
  fc.constant(null),
  fc.string(),
  fc.integer(),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A body of one of the routes with untouchable fields before or after its own. */
const forged = fc.record({
  route: fc.constantFrom(...routes),
  fields: fc.uniqueArray(fc.tuple(fc.constantFrom(...untouchable), values), {
    selector: ([name]) => name,
    minLength: 1,
    maxLength: 4,
  }),
  first: fc.boolean(),
  query: fc.constantFrom('', '?graded=true', '?uid=another', '?__proto__[graded]=1'),
});

describe('fields that a member may not write', () => {
  it('change nothing, whatever is sent with them', async () => {
    const { portal, person } = await openWithMember('sqlite', { env: { RATE_LIMIT: 'off' } });
    const another = await registerPerson(portal);
    await person.put('/api/me/track', { developmentTrack: 'game' });
    const before = await everythingStored(portal.store);

    await fc.assert(
      fc.asyncProperty(forged, fc.boolean(), async ({ route, fields, first, query }, aimed) => {
        const { method, path, body } = ownBody(route);
        // Written as text, because an object literal would treat __proto__ as its prototype.
        const extra = fields.map(([name, value]) => {
          const forgedValue = name === 'uid' && aimed ? another.uid : value;
          return `${JSON.stringify(name)}:${JSON.stringify(forgedValue)}`;
        });
        const own = JSON.stringify(body).slice(1, -1);
        const raw = `{${(first ? [...extra, own] : [own, ...extra]).join(',')}}`;
        const answer = await person.send(method, `${path}${query}`, { raw });
        expect(answer).toMatchObject(refusedWith(400, 'INVALID_INPUT'));
      }),
      { numRuns: 150 },
    );
    expect(await everythingStored(portal.store)).toEqual(before);
    expect(Object.hasOwn(Object.prototype, 'graded')).toBe(false);
  });

  it('cannot be had at registration either', async () => {
    const { portal, registration } = await openWithMember('sqlite', { env: { RATE_LIMIT: 'off' } });
    const before = await everythingStored(portal.store);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...untouchable.filter((name) => name !== 'password')),
        values,
        async (name, value) => {
          const own = JSON.stringify({ ...registration, email: 'new@students.example' }).slice(1);
          const answer = await portal.visitor().send('POST', '/api/register', {
            raw: `{${JSON.stringify(name)}:${JSON.stringify(value)},${own}`,
          });
          expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', field: name } });
        },
      ),
      { numRuns: 50 },
    );
    expect(await everythingStored(portal.store)).toEqual(before);
  });
});
