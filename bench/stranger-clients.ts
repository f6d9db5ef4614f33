import { setTimeout as wait } from 'node:timers/promises';

/**
 * Run by bench/hash-rows.ts in a separate process, so that the cost of asking does not show in the measured times.
 * Each stranger signs in with an unknown address repeatedly, and waits as long as the server asks, until the parent
 * sends a message. The process then sends the counts.
 */
const [url = '', amount = '0'] = process.argv.slice(2);
const counts = { hashed: 0, refused: 0 };
const stop = new AbortController();
process.once('message', () => stop.abort());

async function keepSigningIn(index: number): Promise<void> {
  while (!stop.signal.aborted) {
    const answer = await fetch(`${url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: url },
      body: JSON.stringify({ email: `nobody${index}@students.example`, password: 'a guess' }),
    });
    await answer.body?.cancel();
    if (answer.status === 401) counts.hashed += 1;
    else if (answer.status === 503) counts.refused += 1;
    else throw new Error(`a sign-in was answered with ${answer.status}`);
    const pause = Number(answer.headers.get('retry-after') ?? 0) * 1000;
    await wait(pause * Math.random(), undefined, { signal: stop.signal }).catch(() => {});
  }
}

await Promise.all(Array.from({ length: Number(amount) }, (_, index) => keepSigningIn(index)));
process.send?.(counts);
process.disconnect?.();
