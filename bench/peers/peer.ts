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

export async function ask(url: string, { method, path, headers, body }: Request): Promise<Response> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'content-type': 'application/json', origin: url, ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer;
}
