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
    const values = ['token-1', 'token-1', 'token-2'];
    expect(await read(...headers, ...headers)).toEqual([...values, ...values]);
  });

  it('is refused with another value, also once the good one was read, and without a header', async () => {
    const forged = `session=${signed.replace('token-1', 'token-2')}`;
    expect(await read(undefined, forged, `session=${signed}`, forged)).toEqual([null, null, 'token-1', null]);
  });
});
