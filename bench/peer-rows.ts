import { setTimeout as wait } from 'node:timers/promises';
import { type Load, load } from './load.ts';
import { parsePeer } from './peers/parse-peer.ts';
import { ask, type Peer, type Person, type Request } from './peers/peer.ts';
import { pocketbasePeer } from './peers/pocketbase-peer.ts';
import { portalPeer } from './peers/portal-peer.ts';
import type { Row, Unit } from './row.ts';
import { median, percentile } from './statistics.ts';

const members = 10_000;
const streams = 1_000;
const changes = 10;
const samples = 15;
/** Milliseconds until a change that has not reached every stream counts as lost. */
const patience = 20_000;
/** Milliseconds for all that is measured of one peer. */
const limit = 5 * 60_000;
/** Streams that are opened at the same time. */
const batch = 50;

const peers: Record<string, () => Promise<Peer>> = {
  'portal on SQLite': () => portalPeer('SQLite', members),
  'portal on PostgreSQL': () => portalPeer('PostgreSQL', members),
  PocketBase: () => pocketbasePeer(members),
  'Parse Server': () => parsePeer(members),
};

/** Row l: the portal and its peers with the same work and the same durability, one after the other in each round. */
export async function peerRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, start] of Object.entries(peers)) rows.push(...(await rowsFor(name, start)));
  return rows;
}

/** A peer that cannot be built or measured on this machine has one row that says so. */
async function rowsFor(name: string, start: () => Promise<Peer>): Promise<Row[]> {
  console.error(`  ${name}: building and starting`);
  let peer: Peer | undefined;
  try {
    peer = await start();
    return await Promise.race([measure(peer), afterLimit()]);
  } catch (error) {
    const note = `${peer ? 'failed' : 'not available'}: ${String(error).split('\n')[0]}`;
    console.error(`  ${name}: ${note}`);
    return [{ id: `l ${name}`, what: name, value: Number.NaN, unit: '/s', bound: null, note }];
  } finally {
    await peer?.stop();
  }
}

async function afterLimit(): Promise<never> {
  await wait(limit, null, { ref: false });
  throw new Error(`not finished after ${limit / 1000} s`);
}

let people = 0;

function newPerson(): Person {
  people += 1;
  return { email: `peer${process.pid}-${people}@students.example`, password: 'peer-password-1' };
}

async function measure(peer: Peer): Promise<Row[]> {
  const row = (what: string, value: number, unit: Unit): Row => {
    console.error(`  ${peer.name}, ${what}: ${value.toFixed(0)} ${unit}`);
    return {
      id: `l ${peer.name}, ${what}`,
      what: `${peer.name}, ${what}`,
      value,
      unit,
      bound: null,
      note: peer.durability,
    };
  };
  const known = newPerson();
  await peer.enter(known);
  // Another person, because many sign-ins may end the earlier sessions of an account.
  const { read, update } = await peer.enter(newPerson());
  const newBody = () => JSON.stringify(peer.signUp(newPerson()).body);
  return [
    row('sign-ups', await rate(peer, peer.signUp(known), newBody), '/s'),
    row('sign-ins', await rate(peer, peer.signIn(known), bodiesOf(peer.signIn(known))), '/s'),
    row('own reads', await rate(peer, read), '/s'),
    row('own updates with a log entry', await rate(peer, update(1), bodiesOf(update(1), update(2))), '/s'),
    row(`first page of the list, ${members} members`, await timeOf(peer, peer.list()), 'ms'),
    row(`p99 of a change to ${streams} streams`, await fanOut(peer, update), 'ms'),
  ];
}

function bodiesOf(...requests: Request[]): string[] {
  return requests.map(({ body }) => JSON.stringify(body));
}

async function rate(
  { url }: Peer,
  { method, path, headers = {} }: Request,
  body?: Load['body'],
): Promise<number> {
  const { perSecond } = await load({ url: `${url}${path}`, method, headers, ...(body && { body }) });
  return perSecond;
}

/** Milliseconds, the median of several requests one after the other. */
async function timeOf(peer: Peer, request: Request): Promise<number> {
  const times: number[] = [];
  for (let sample = 0; sample < samples; sample += 1) {
    const started = performance.now();
    await (await ask(peer.url, request)).arrayBuffer();
    times.push(performance.now() - started);
  }
  return median(times);
}

/** The p99 over all streams of several changes, each from its request until its arrival, in milliseconds. */
async function fanOut(peer: Peer, update: (turn: number) => Request): Promise<number> {
  const delays: number[] = [];
  let started = 0;
  let allArrived = Promise.withResolvers<void>();
  let arrived = 0;
  const onChange = () => {
    delays.push(performance.now() - started);
    arrived += 1;
    if (arrived === streams) allArrived.resolve();
  };
  const open: { close(): void }[] = [];
  for (let count = 0; count < streams; count += batch) {
    open.push(...(await Promise.all(Array.from({ length: batch }, () => peer.follow(onChange)))));
  }
  // Whatever the record holds after the load, each of the following updates changes it.
  await ask(peer.url, update(1));
  await wait(1_000);
  delays.length = 0;
  for (let turn = 0; turn < changes; turn += 1) {
    allArrived = Promise.withResolvers<void>();
    arrived = 0;
    started = performance.now();
    await ask(peer.url, update(turn));
    const lost = wait(patience, null, { ref: false }).then(() => {
      throw new Error(`${arrived} of ${streams} streams had a change after ${patience} ms`);
    });
    await Promise.race([allArrived.promise, lost]);
  }
  for (const stream of open) stream.close();
  return percentile(delays, 0.99);
}
