import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as openRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setGuard } from '#tests/helpers/guard.ts';
import { administer, createDatabase } from '#tests/helpers/postgres-database.ts';
import { startPostgres } from '#tests/helpers/postgres-server.ts';
import { firstAnswer } from '../portal.ts';

/** A request of a peer's API. */
export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  path: string;
  headers?: Record<string, string>;
  body?: object;
}

/** A system under the same work as the portal. */
export interface Peer {
  name: string;
  /** The settings that make a commit durable. */
  durability: string;
  url: string;
  signUp(person: Person): Request;
  signIn(person: Person): Request;
  /** Signs a person up and in. @returns their requests */
  enter(person: Person): Promise<{ read: Request; update: (turn: number) => Request }>;
  /** The first page of all members, for an administrator, newest first. */
  list: Request;
  /** Opens a stream that follows every change, and calls `onChange` at each. Resolves once it is live. */
  follow(onChange: () => void): Promise<{ close(): void }>;
}

export interface Person {
  email: string;
  password: string;
}

/** Starts a peer with this number of members for `work`, and ends it. */
export type WithPeer = <T>(members: number, work: (peer: Peer) => Promise<T>) => Promise<T>;

const execute = promisify(execFile);

/** Runs a step of building or installing a peer. */
export async function build(cwd: string, program: string, ...parameters: string[]): Promise<void> {
  await execute(program, parameters, { cwd, timeout: 15 * 60_000 });
}

export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-peer-'));
  return work(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

/** A database on a PostgreSQL server whose commits are durable; the one of the tests runs without fsync. */
export async function withDurablePostgres<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const postgres = await startPostgres();
  try {
    for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit']) {
      await administer(postgres.url, `alter system set ${setting} = on`);
    }
    await postgres.restart();
    return await work((await createDatabase(postgres.url)).url);
  } finally {
    await postgres.stop();
  }
}

/** Runs a peer's server in `folder` for `work`, once `health` responds. It is killed when this process exits. */
export async function withServer<T>(
  { folder, command, env, health }: { folder: string; command: string[]; env?: object; health: string },
  work: () => Promise<T>,
): Promise<T> {
  const [program = '', ...parameters] = command;
  const child = spawn(program, parameters, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { PATH: process.env.PATH, ...env },
  });
  const guard = setGuard('kill -9 "$1"', [String(child.pid)]);
  const ended = once(child, 'exit');
  try {
    await firstAnswer(child, health);
    return await work();
  } finally {
    child.kill('SIGTERM');
    await ended;
    guard.dismiss();
  }
}

export async function ask(url: string, { method, path, headers, body }: Request): Promise<Response> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', origin: url, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/**
 * Opens a stream of server-sent events and calls `onEvent` with each. Resolves at the first event, which every peer
 * sends at once.
 */
export async function openEventStream(
  url: string,
  headers: Record<string, string>,
  onEvent: (event: string) => void,
): Promise<{ first: string; close(): void }> {
  const stream = openRequest(url, { headers, agent: false });
  stream.end();
  const [response] = await once(stream, 'response');
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  response.setEncoding('utf8');
  response.on('error', () => {});
  stream.on('error', () => {});
  const opened = Promise.withResolvers<string>();
  let text = '';
  let report = (event: string) => {
    opened.resolve(event);
    report = onEvent;
  };
  response.on('data', (piece: string) => {
    const events = `${text}${piece}`.split('\n\n');
    text = events.pop() ?? '';
    for (const event of events) report(event);
  });
  return { first: await opened.promise, close: () => stream.destroy() };
}
