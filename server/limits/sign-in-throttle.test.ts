import { expect, it } from 'vitest';
import { describeEachEngine, openTestStore } from '#tests/helpers/engines.ts';
import { createSignInThrottle, dropSurplusFailures } from './sign-in-throttle.ts';

describeEachEngine('counts of failed sign-ins', (engine) => {
  it('are forgotten past their bound, those with the fewest failures first', async () => {
    const { db } = await openTestStore(engine);
    const throttle = createSignInThrottle({ db, secret: 'a secret' });
    const fail = (email: string) => throttle.attempt(email).admit();
    for (let failure = 0; failure < 5; failure += 1) await fail('guessed@students.example');
    for (let n = 0; n < 20; n += 1) await fail(`made-up-${n}@students.example`);
    const counts = async () => {
      const rows = await db.selectFrom('rate_limits').select(['key', 'points']).execute();
      return rows.filter(({ key }) => key.startsWith('sign-in-attempts:')).map(({ points }) => points);
    };
    await dropSurplusFailures(db, 21);
    expect(await counts()).toHaveLength(21);
    await dropSurplusFailures(db, 20);
    expect(await counts()).toEqual([5]);
    expect(await throttle.delay('guessed@students.example')).toBeGreaterThan(0);
  });
});
