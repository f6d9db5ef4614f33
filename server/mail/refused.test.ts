import { expect, it } from 'vitest';
import type { BulkProgress } from '#domain/bulk-mail.ts';
import type { Health } from '#domain/diagnostics.ts';
import type { GroupMessage, GroupMessagesPage } from '#domain/group-messages.ts';
import type { MemberPage } from '#domain/member-list.ts';
import { describeEachEngine, type TestEngine } from '#tests/helpers/engines.ts';
import { requestReset } from '#tests/helpers/passwords.ts';
import { rowsOf } from '#tests/helpers/records.ts';
import { addSelected, releaseNow, resultsOf } from '#tests/helpers/results.ts';
import { openWithSmtp } from '#tests/helpers/smtp-portal.ts';
import type { Visitor } from '#tests/helpers/visitor.ts';
import { unpark } from './parking.ts';
import { dropOldMailRows } from './retention.ts';

async function open(engine: TestEngine, members: number) {
  const { smtp, portal } = await openWithSmtp(engine, { env: { BULK_MAIL_PER_DAY: '1000' } });
  const { records, administrator } = await addSelected(portal, members);
  await releaseNow(administrator);
  const emails = async (): Promise<BulkProgress> => (await resultsOf(administrator)).emails;
  return { smtp, portal, records, administrator, emails };
}

async function healthOf(administrator: Visitor) {
  const { body } = await administrator.get('/api/diagnostics/health');
  const facts = (body as Health).groups.flatMap((group) => group.facts);
  return (label: string) => facts.find((fact) => fact.label === label);
}

describeEachEngine('an address that its mail server refuses', (engine) => {
  it('is tried once, delays nobody, and is named to the administrator', async () => {
    const { smtp, portal, records, administrator, emails } = await open(engine, 300);
    const dead = new Set(records.filter((_, index) => index % 5 < 2).map(({ email }) => email));
    smtp.refuses = (address) => (dead.has(address) ? '550 5.1.1 No such user' : undefined);
    await portal.deps.outbox.deliverDue();
    const reached = smtp.arrived.flatMap(({ recipients }) => recipients);
    const living = records.map(({ email }) => email).filter((email) => !dead.has(email));
    expect(reached.toSorted()).toEqual(living.toSorted());
    expect(smtp.attempts()).toBe(300);
    expect(await emails()).toMatchObject({
      ...{ total: 300, sent: 180, refused: 120, failed: 0, givenUp: 0, waiting: 0, expectedEnd: null },
    });
    const [first] = (await emails()).refusedMembers;
    expect(dead).toContain(first?.email);
    expect((await administrator.get(`/api/admin/members/${first?.uid}/account`)).body).toMatchObject({
      mails: [{ kind: 'result', state: 'refused', fault: expect.stringContaining('550') }],
    });
    const refused = (await healthOf(administrator))('Addresses that no email reaches');
    expect(refused).toMatchObject({ value: '120', verdict: 'attention' });
    expect([...dead].some((email) => refused?.advice?.includes(email))).toBe(true);
    // A stop and its end try none of them again.
    for (const stopped of [true, false]) await administrator.patch('/api/admin/results/emails', { stopped });
    await portal.deps.outbox.deliverDue();
    expect(smtp.attempts()).toBe(300);
  });

  it('gets nothing else, counts apart, and gets the result once it is corrected', async () => {
    const { smtp, portal, records, administrator, emails } = await open(engine, 3);
    const [dead, ...living] = records.map(({ email }) => email);
    smtp.refuses = (address) => (address === dead ? '550 5.1.1 No such user' : undefined);
    await portal.deps.outbox.deliverDue();
    const uid = records[0]?.uid ?? '';
    const listed = async (address: string) => {
      const { body } = await administrator.get(`/api/admin/members?address=${address}`);
      return (body as MemberPage).members.map((member) => member.uid);
    };
    expect(await listed('refused')).toEqual([uid]);
    expect((await listed('unconfirmed')).length).toBe(3);
    expect((await administrator.get('/api/admin/message-audience')).body).toMatchObject({
      ...{ members: 3, emails: 2, refused: 1 },
    });
    const message = { text: 'Room B.', filter: {}, email: true };
    const { id } = (await administrator.post('/api/admin/messages', message)).body as GroupMessage;
    await portal.deps.outbox.deliverDue();
    expect(smtp.attempts()).toBe(5);
    const { messages } = (await administrator.get('/api/admin/messages')).body as GroupMessagesPage;
    expect(messages[0]).toMatchObject({ id, emails: { sent: 2, refused: 1, failed: 0, waiting: 0 } });

    const account = async () => (await administrator.get(`/api/admin/members/${uid}/account`)).body;
    expect(await account()).toMatchObject({ refusedMails: 2 });
    const again = () => administrator.post(`/api/admin/members/${uid}/refused-mails`, {});
    const correction = { email: 'right@students.example', reason: 'Mistyped' };
    expect((await administrator.patch(`/api/admin/members/${uid}`, correction)).status).toBe(200);
    expect(await listed('refused')).toEqual([]);
    expect((await healthOf(administrator))('Addresses that no email reaches')?.value).toBe('0');
    expect((await again()).body).toEqual({ mails: 2 });
    expect((await again()).body).toEqual({ mails: 0 });
    await portal.deps.outbox.deliverDue();
    const to = (address: string) =>
      smtp.arrived
        .filter(({ recipients }) => recipients[0] === address)
        .map(({ mail }) => mail.subject)
        .filter((subject) => !subject?.startsWith('Confirm'));
    expect(to(correction.email).toSorted()).toEqual(to(living[0] ?? '').toSorted());
    expect(await emails()).toMatchObject({ sent: 3, refused: 0 });
    expect(await account()).toMatchObject({ refusedMails: 0 });
    const nobody = await administrator.post('/api/admin/members/nobody/refused-mails', {});
    expect(nobody.status).toBe(404);
  });

  it('still gets a requested reset link, and everything again once the server accepts it', async () => {
    const { smtp, portal, records, administrator } = await open(engine, 1);
    smtp.refuses = () => '550 5.2.2 Mailbox full';
    await portal.deps.outbox.deliverDue();
    const email = records[0]?.email ?? '';
    expect(await rowsOf(portal.store, 'refused_addresses')).toMatchObject([{ email }]);
    const { db } = portal.store;
    await dropOldMailRows(db, portal.deps.config, Date.now() + 1_000 * 24 * 60 * 60_000);
    smtp.refuses = () => undefined;
    await requestReset(portal, email);
    await portal.deps.background.idle();
    await portal.deps.outbox.deliverDue();
    expect(smtp.arrived.map(({ recipients }) => recipients)).toEqual([[email]]);
    expect(await rowsOf(portal.store, 'refused_addresses')).toEqual([]);
    expect((await healthOf(administrator))('Addresses that no email reaches')?.value).toBe('0');
  });

  it('is tried again after a refusal for now, or one that is about the sender', async () => {
    const { smtp, portal, emails } = await open(engine, 2);
    const answers = ['450 4.2.1 Try later', '554 5.7.1 Relay access denied'];
    smtp.refuses = () => answers.pop();
    await portal.deps.outbox.deliverDue();
    expect(await emails()).toMatchObject({ sent: 0, refused: 0, waiting: 2, parked: false });
    await portal.store.db.updateTable('mail_outbox').set({ dueAt: '2026' }).execute();
    await portal.deps.outbox.deliverDue();
    expect(await emails()).toMatchObject({ sent: 2, waiting: 0 });
  });
});

describeEachEngine('a mail server that accepts no mail', (engine) => {
  it('parks the whole queue, and says so until it accepts one', async () => {
    const { smtp, portal, records, administrator, emails } = await open(engine, 40);
    const { outbox } = portal.deps;
    smtp.mood = 'refuse';
    await outbox.deliverDue();
    // Those that were under way together.
    expect(smtp.attempts()).toBeLessThanOrEqual(3);
    await outbox.deliverDue();
    await requestReset(portal, records[0]?.email ?? '');
    await outbox.deliverDue();
    expect(smtp.attempts()).toBeLessThanOrEqual(3);
    expect(await emails()).toMatchObject({ sent: 0, waiting: 40, parked: true, expectedEnd: null });
    // It lets the portal sign in, and refuses its sender.
    const [state] = (await rowsOf(portal.store, 'portal_state')).filter(({ name }) => name === 'mail-parked');
    expect(JSON.parse(state?.value ?? '')).toMatchObject({ failures: 1, fault: 'sender' });
    expect((await healthOf(administrator))('Delivery')).toMatchObject({
      ...{ verdict: 'bad', value: 'By mail server: failing' },
      advice: expect.stringMatching(/refuses the sender\..*Mailbox is full/),
    });
    smtp.mood = 'take';
    await unpark(portal.store.db);
    await portal.store.db.updateTable('mail_outbox').set({ dueAt: '2026' }).execute();
    await outbox.deliverDue();
    expect(await emails()).toMatchObject({ sent: 40, waiting: 0, parked: false });
    expect((await healthOf(administrator))('Delivery')).toMatchObject({ verdict: 'good' });
  });

  it('is tried again after a growing pause', async () => {
    const { smtp, portal } = await open(engine, 20);
    smtp.mood = 'refuse';
    const pauses: number[] = [];
    for (let time = 0; time < 9; time += 1) {
      const begun = Date.now();
      await portal.deps.outbox.deliverDue();
      const row = (await rowsOf(portal.store, 'portal_state')).find(({ name }) => name === 'mail-parked');
      const parked = JSON.parse(row?.value ?? '{}');
      pauses.push(Math.round((Date.parse(parked.until) - begun) / 5_000) * 5);
      const past = { ...parked, until: new Date(0).toISOString() };
      const { db } = portal.store;
      await db
        .updateTable('portal_state')
        .set({ value: JSON.stringify(past) })
        .where('name', '=', 'mail-parked')
        .execute();
      await db.updateTable('mail_outbox').set({ dueAt: '2026' }).execute();
    }
    expect(pauses).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
    smtp.mood = 'take';
    await portal.deps.outbox.deliverDue();
    expect(smtp.arrived).toHaveLength(20);
  });
});
