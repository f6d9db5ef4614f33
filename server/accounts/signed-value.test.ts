import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createSignedCookieReader, signedValue } from './signed-value.ts';

const secret = 'the secret of this test, as long as a real one';
const signed = encodeURIComponent(signedValue('token-1', secret));
const other = encodeURIComponent(signedValue('token-2', secret));

describe('a signed cookie', () => {
  /** The values that one reader finds in these headers, one after the other. */
  async function read(...headers: (string | undefined)[]): Promise<(string | null)[]> {
    const readCookie = createSignedCookieReader('session', secret);
    const app = new Hono().get('/', (c) => c.json(readCookie(c)));
    const values: (string | null)[] = [];
    for (const cookie of headers) {
      const answer = await app.request('/', cookie === undefined ? {} : { headers: { Cookie: cookie } });
      values.push((await answer.json()) as string | null);
    }
    return values;
  }

  it('is read among others, in any order, however long they are', async () => {
    const long = `long=${'x'.repeat(4_000)}`;
    const headers = [
      `a=1; session=${signed}; b=2`,
      `${long}; session=${signed}`,
      `session=${other}; ${long}`,
    ];
    expect(await read(...headers, ...headers)).toEqual([
      'token-1',
      'token-1',
      'token-2',
      'token-1',
      'token-1',
      'token-2',
    ]);
  });

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['another cookie', `sessions=${signed}`],
    ['no signature', 'session=token-1'],
    ['no value', `session=${signed.slice(signed.indexOf('.'))}`],
    ['a shorter signature', `session=${signed.slice(0, -4)}`],
    ['a longer signature', `session=${signed}A`],
    ['another value', `session=${signed.replace('token-1', 'token-2')}`],
    ['the signature of another value', `session=token-1${other.slice(other.indexOf('.'))}`],
  ])('is refused: %s', async (_case, header) => {
    expect(await read(header, `session=${signed}`, header)).toEqual([null, 'token-1', null]);
  });
});
