import { z } from 'zod';

const count = z.number().int().min(0);
const milliseconds = z.number().min(0);

/** The spec's `test` node (point 3): a message and a time, ISO 8601 UTC. */
export const testNode = z.object({ message: z.string(), timestamp: z.iso.datetime() });
export type TestNode = z.infer<typeof testNode>;

/** The body of `PUT /api/diagnostics/test-node`. */
export const testNodeWrite = z.strictObject({
  message: z.string().min(1, 'A message is required').max(200, 'The message is too long'),
});

/** The answer of `GET /api/diagnostics/test-node`: null before the first write. */
export const testNodeRead = z.object({ node: testNode.nullable() });

/** The answer of `GET /api/diagnostics/users`: how many entries the users node has. */
export const usersRead = z.object({ count });

/** The answer of `GET /api/diagnostics/config`: names and whether they are set, never a value. */
export const configState = z.object({
  variables: z.array(z.object({ name: z.string(), set: z.boolean(), required: z.boolean() })),
  /** Required ones that are not set. */
  missing: z.array(z.string()),
  /** Whether accounts and data can be read. */
  auth: z.boolean(),
  database: z.boolean(),
});
export type ConfigState = z.infer<typeof configState>;

/** The answer of `POST /api/diagnostics/auth-test`: every step of a sign-in round, and how long it took. */
export const authTest = z.object({
  steps: z.array(z.object({ name: z.string(), ok: z.boolean(), milliseconds, fault: z.string().nullable() })),
  ok: z.boolean(),
});
export type AuthTest = z.infer<typeof authTest>;

/** How a fact of the health page is judged: `info` has no good or bad. */
export const verdicts = ['good', 'attention', 'bad', 'info'] as const;
export type Verdict = (typeof verdicts)[number];

export const healthFact = z.object({
  label: z.string(),
  value: z.string(),
  verdict: z.enum(verdicts),
  /** What it means and what to do; null where nothing is to be said. */
  advice: z.string().nullable(),
});
export type HealthFact = z.infer<typeof healthFact>;

/** The answer of `GET /api/diagnostics/health`. */
export const health = z.object({
  takenAt: z.string(),
  groups: z.array(z.object({ title: z.string(), facts: z.array(healthFact) })),
});
export type Health = z.infer<typeof health>;

/** The answer of `GET /api/diagnostics/integrity`: each question asked of the data, and what is wrong. */
export const integrity = z.object({
  milliseconds,
  checks: z.array(z.object({ name: z.string(), faults: z.array(z.string()) })),
});
export type Integrity = z.infer<typeof integrity>;

/** Those who call every route in the proof of access. */
export const probeActors = ['nobody', 'expired', 'member', 'administrator'] as const;
export type ProbeActor = (typeof probeActors)[number];

export const probeActorLabels: Record<ProbeActor, string> = {
  nobody: 'Nobody',
  expired: 'Expired session',
  member: 'Member',
  administrator: 'Administrator',
};

export const probeOutcome = z.enum(['admitted', 'sign-in', 'refused', 'unexpected']);
export type ProbeOutcome = z.infer<typeof probeOutcome>;

/** What came of a call: let in, asked to sign in, told that it is not allowed, or anything else. */
export const probeOutcomeLabels: Record<ProbeOutcome, string> = {
  admitted: 'Let in',
  'sign-in': 'Sign in first',
  refused: 'Not allowed',
  unexpected: 'Unexpected',
};

export const declaredAccess = z.enum(['public', 'member', 'admin']);

/** The answer of `POST /api/diagnostics/access`: every route, what it declares, and what each actor met with. */
export const accessProof = z.object({
  takenAt: z.string(),
  milliseconds,
  routes: z.array(
    z.object({
      method: z.string(),
      path: z.string(),
      declared: declaredAccess,
      outcomes: z.record(z.enum(probeActors), probeOutcome),
      /** Whether every outcome is what the declaration promises. */
      asDeclared: z.boolean(),
    }),
  ),
});
export type AccessProof = z.infer<typeof accessProof>;

/** What a declaration promises each actor (spec, point 6). */
export function promisedOutcome(declared: z.infer<typeof declaredAccess>, actor: ProbeActor): ProbeOutcome {
  if (declared === 'public') return 'admitted';
  if (actor === 'nobody' || actor === 'expired') return 'sign-in';
  return declared === 'admin' && actor === 'member' ? 'refused' : 'admitted';
}
