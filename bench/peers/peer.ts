import { type ChildProcess, execFile } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

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
  list(): Request;
  /** Opens a stream that follows every change, and calls `onChange` at each. Resolves once it is live. */
  follow(onChange: () => void): Promise<{ close(): void }>;
  stop(): Promise<void>;
}

export interface Person {
  email: string;
  password: string;
}

/** Milliseconds that building or installing a peer may take, and that it may take to answer. */
const builtWithin = 15 * 60_000;
const answersWithin = 60_000;

const execute = promisify(execFile);

/** Runs a step of building or installing a peer. */
export async function build(cwd: string, program: string, ...parameters: string[]): Promise<void> {
  await execute(program, parameters, { cwd, timeout: builtWithin });
}

/** Waits until `address` answers. Throws if the peer ends before, or takes too long. */
export async function untilHealthy(child: ChildProcess, address: string): Promise<void> {
  const last = performance.now() + answersWithin;
  while (!(await fetch(address).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error('it ended before it answered');
    if (performance.now() > last) throw new Error(`it did not answer within ${answersWithin / 1000} s`);
    await wait(50);
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
