import { setTimeout as wait } from 'node:timers/promises';
import { load } from '../load.ts';
import { type ApiRequest, ask } from '../portal.ts';
import { medianTime, percentile, type Row } from '../row.ts';
import { openFeed } from '../stream-feed.ts';
import { withParse } from './parse-peer.ts';
import type { Peer, Person, WithPeer } from './peer.ts';
import { withPocketbase } from './pocketbase-peer.ts';
import { withPostgresPortal, withSqlitePortal } from './portal-peer.ts';

const members = 10_000;
const streams = 1_000;
const changes = 10;
/** Fewer would measure how fast a server's code gets that has just been used for the first time. */
const listSamples = 300;

const peers: Record<string, WithPeer> = {
  'portal on SQLite': withSqlitePortal,
  PocketBase: withPocketbase,
  'portal on PostgreSQL': withPostgresPortal,
  'Parse Server': withParse,
};

/** Row l: the portal and its peers with the same work and the same durability, one after the other in each round. */
export async function peerRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, withPeer] of Object.entries(peers)) {
    console.error(`  ${name}: building and starting`);
    try {
      rows.push(...(await withPeer(members, (peer) => measure(name, peer))));
    } catch (error) {
      // A peer that cannot be built or measured on this machine has one row that says so.
      const what = `${name}: ${String(error).split('\n')[0]}`;
      rows.push({ id: `l ${name}`, what, value: Number.NaN, unit: '', bound: null });
    }
  }
  return rows;
}

let people = 0;

function newPerson(): Person {
  people += 1;
  return { email: `peer${process.pid}-${people}@students.example`, password: 'peer-password-1' };
}

async function measure(name: string, peer: Peer): Promise<Row[]> {
  const row = (figure: string, value: number, unit: string): Row => {
    const what = `${name}, ${figure}`;
    return { id: `l ${what}`, what, value, unit, bound: null };
  };
  // Two people, because many sign-ins may end the earlier sessions of an account.
  const [known, other] = [newPerson(), newPerson()];
  for (const person of [known, other]) await ask(peer.url, peer.signUp(person));
  const { read, update } = await peer.own(await ask(peer.url, peer.signIn(other)));
  let turn = 0;
  const nextUpdate = () => {
    turn += 1;
    return update(turn);
  };
  const list = async () => (await ask(peer.url, peer.list)).arrayBuffer();
  return [
    row('sign-ups', await rate(peer, () => peer.signUp(newPerson())), '/s'),
    row('sign-ins', await rate(peer, () => peer.signIn(known)), '/s'),
    row('own reads', await rate(peer, () => read), '/s'),
    row('own updates with a log entry', await rate(peer, nextUpdate), '/s'),
    row(`first page of the list, ${members} members`, await medianTime(list, listSamples), 'ms'),
    row(`p99 of a change to ${streams} streams`, await fanOut(peer, update), 'ms'),
  ];
}

async function rate({ url }: Peer, request: () => ApiRequest): Promise<number> {
  const { method, path, headers = {}, body } = request();
  const newBody = body && (() => JSON.stringify(request().body));
  const { perSecond } = await load({ url: `${url}${path}`, method, headers, ...(newBody && { newBody }) });
  return perSecond;
}

/** The p99 over all streams of several changes, each from its request until its arrival, in milliseconds. */
async function fanOut(peer: Peer, update: (turn: number) => ApiRequest): Promise<number> {
  const feed = await openFeed(streams, peer.follow);
  // Whatever the record holds after the load, each of the following updates changes it.
  await ask(peer.url, update(1));
  await wait(1_000);
  const delays: number[] = [];
  for (let turn = 0; turn < changes; turn += 1)
    delays.push(...(await feed.delaysOf(() => ask(peer.url, update(turn)))));
  feed.close();
  return percentile(delays, 0.99);
}
