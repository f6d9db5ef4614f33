import { z } from 'zod';
import { boundedString } from './bounded.ts';

const count = z.number().int().min(0);
const milliseconds = z.number().min(0);

/** The spec's `test` node (point 3): a message and a time, ISO 8601 UTC. */
export const testNode = z.object({ message: z.string(), timestamp: z.iso.datetime() });
export type TestNode = z.infer<typeof testNode>;

/** The body of `PUT /api/diagnostics/test-node`. */
export const testNodeWrite = z.strictObject({
  message: boundedString(200, { tooLong: 'The message is too long' }).min(1, 'A message is required'),
});

/** The response of `GET /api/diagnostics/test-node`: null before the first write. */
export const testNodeRead = z.object({ node: testNode.nullable() });

/** The response of `GET /api/diagnostics/users`: the number of entries in the users node. */
export const usersRead = z.object({ count });

/** The response of `GET /api/diagnostics/config`: which variables are set, never their values. */
export const configState = z.object({
  variables: z.array(z.object({ name: z.string(), set: z.boolean(), required: z.boolean() })),
  /** Required variables that are not set. */
  missing: z.array(z.string()),
  /** Whether accounts and data can be read. */
  auth: z.boolean(),
  database: z.boolean(),
});
export type ConfigState = z.infer<typeof configState>;

/** The response of `POST /api/diagnostics/auth-test`: the steps of a sign-in and their durations. */
export const authTest = z.object({
  steps: z.array(z.object({ name: z.string(), ok: z.boolean(), milliseconds, fault: z.string().nullable() })),
  ok: z.boolean(),
});
export type AuthTest = z.infer<typeof authTest>;

/** The assessment of a fact on the health page; `info` is neutral. */
const verdicts = ['good', 'attention', 'bad', 'info'] as const;
export type Verdict = (typeof verdicts)[number];

const healthFact = z.object({
  label: z.string(),
  value: z.string(),
  verdict: z.enum(verdicts),
  /** The meaning and a recommended action; null if there is nothing to add. */
  advice: z.string().nullable(),
});
export type HealthFact = z.infer<typeof healthFact>;

/** The response of `GET /api/diagnostics/health`. */
export const health = z.object({
  takenAt: z.string(),
  groups: z.array(z.object({ title: z.string(), facts: z.array(healthFact) })),
});
export type Health = z.infer<typeof health>;

/** The response of `GET /api/diagnostics/integrity`: each check of the data, and the problems found. */
export const integrity = z.object({
  milliseconds,
  checks: z.array(z.object({ name: z.string(), faults: z.array(z.string()) })),
});
export type Integrity = z.infer<typeof integrity>;

/** The response of `GET /api/diagnostics/access`: every route with its declared access. */
export const accessTable = z.object({
  routes: z.array(
    z.object({ method: z.string(), path: z.string(), access: z.enum(['public', 'member', 'admin']) }),
  ),
});
