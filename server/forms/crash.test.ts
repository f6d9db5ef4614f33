import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { openStore, type Store } from '#server/store/open.ts';
import { type TestEngine, testEngines } from '#tests/helpers/engines.ts';
import { contactMessage } from '#tests/helpers/forms.ts';
import { isLongRun } from '#tests/helpers/long-run.ts';
import type { Portal } from '#tests/helpers/portal.ts';
import { openTestPortal } from '#tests/helpers/test-portal.ts';

const { submissions, kills } = isLongRun ? { submissions: 1_000, kills: 10 } : { submissions: 100, kills: 2 };
const senders = 4;

/** Submits until `submissions` messages were acknowledged. Each is submitted once, without a retry. */
async function submitThroughout(portal: Portal, acknowledged: Set<string>): Promise<void> {
  let next = 0;
  async function sendUntilEnough(): Promise<void> {
    while (acknowledged.size < submissions) {
      next += 1;
      const name = `Sender ${next}`;
      const body = JSON.stringify(contactMessage({ name, email: `sender${next}@students.example` }));
      const headers = { 'Content-Type': 'application/json', Accept: 'application/json' };
      const answer = await fetch(`${portal.url}/f/contact`, { method: 'POST', headers, body }).catch(
        () => null,
      );
      if (answer?.ok) acknowledged.add(name);
      // The portal is down.
      else await wait(50);
    }
  }
  await Promise.all(Array.from({ length: senders }, sendUntilEnough));
}

/** Kills the program repeatedly while messages come in. */
async function killRepeatedly(portal: Portal, acknowledged: Set<string>): Promise<void> {
  for (let kill = 1; kill <= kills; kill += 1) {
    const due = (submissions * kill) / (kills + 1);
    while (acknowledged.size < due) await wait(5);
    await portal.kill9();
    await portal.restart();
  }
}

/** Ends the claims of processes that were killed, which takes two minutes otherwise (server/mail/delivery.test.ts). */
async function expireClaimsBeside(pid: number, { db }: Store): Promise<void> {
  await db
    .updateTable('mail_outbox')
    .set({ claimedUntil: new Date(0).toISOString() })
    .where('claimedBy', 'not like', `%:${pid}:%`)
    .execute();
}

/** Waits while mails are sent, for at most three minutes from one to the next: a claim of a dead process lasts two. */
async function untilAllSent(store: Store): Promise<void> {
  let left = Number.POSITIVE_INFINITY;
  let progress = Date.now();
  while (left > 0) {
    const unsent = await store.db
      .selectFrom('mail_outbox')
      .select('id')
      .where('sentAt', 'is', null)
      .execute();
    if (unsent.length < left) progress = Date.now();
    else if (Date.now() - progress > 180_000) throw new Error(`${left} mails are not going out`);
    left = unsent.length;
    await wait(250);
  }
}

async function crashAndCheck(engine: TestEngine): Promise<void> {
  const portal = await openTestPortal(engine, {
    CONTACT_INBOX: 'leads@club.example',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
  });
  const acknowledged = new Set<string>();
  await Promise.all([submitThroughout(portal, acknowledged), killRepeatedly(portal, acknowledged)]);

  const store = await openStore(portal);
  try {
    const rows = await store.db.selectFrom('form_submissions').select('fields').execute();
    const stored = rows.map(({ fields }) => String(JSON.parse(fields).name));
    expect(new Set(stored).size, engine).toBe(stored.length);
    expect(
      [...acknowledged].filter((name) => !stored.includes(name)),
      engine,
    ).toEqual([]);

    if (!isLongRun) await expireClaimsBeside(portal.pid(), store);
    await untilAllSent(store);
    const mails = await store.db.selectFrom('mail_outbox').select(['id', 'kind']).execute();
    const byKind = Object.groupBy(mails, ({ kind }) => kind);
    expect(byKind['form-message'], engine).toHaveLength(stored.length);
    expect(byKind['form-receipt'], engine).toHaveLength(stored.length);
    const files = (await readdir(join(portal.dataDir, 'outbox'))).filter((name) => name.endsWith('.eml'));
    const sent = files.map((name) => /-([0-9a-f]{32})\.eml$/.exec(name)?.[1]).toSorted();
    expect(sent, engine).toEqual(mails.map(({ id }) => id).toSorted());
  } finally {
    await store.close();
  }
}

// Both at once: most of the time of the long run passes while claims expire.
it(
  `stores every acknowledged message once over ${kills} kills, and sends its mails, on both engines`,
  () => Promise.all(testEngines.map(crashAndCheck)),
  30 * 60_000,
);
