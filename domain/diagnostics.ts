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

/** Texts of /database-test (spec, points 2 and 8). */
export const databaseTestTexts = {
  title: 'Database Connection Test',
  subtitle: 'Writes, reads and counts for real, on the database that the portal runs on.',
  write: 'Test Write',
  read: 'Test Read',
  users: 'Test Users Read',
  writing: 'Writing the test node...',
  reading: 'Reading the test node...',
  readingUsers: 'Reading the users node...',
  idle: 'Choose a test.',
  written: 'Write test successful!',
  readDone: (message: string, time: string) => `Read test successful! "${message}", written ${time}`,
  readEmpty: 'Read test successful! The test node is empty: run Test Write first',
  usersDone: (users: number) => `Users read successful! Found ${users} users`,
  writeFailed: (reason: string) => `Write test failed: ${reason}`,
  readFailed: (reason: string) => `Read test failed: ${reason}`,
  usersFailed: (reason: string) => `Users read test failed: ${reason}`,
  instructionsTitle: 'Instructions',
  instructions: [
    'Sign in as the administrator: only that account may write the test node and read the users node.',
    'Run Test Write, then Test Read: the message that was written should come back.',
    'Run Test Users Read: the number should be the one on the administrator’s dashboard.',
    'If a test fails, read the reason after the colon. When the database is not available, look at System Health and at the log of the portal.',
    'When nothing can be saved, see to the free space and the permissions of the disk that the database is on. The portal goes on by itself as soon as it can write again.',
  ],
  message: 'Hello from the database test',
} as const;

/** Texts of /firebase-test (spec, points 2 and 8). */
export const configTestTexts = {
  title: 'Configuration Test',
  subtitle: 'Which settings the portal was started with, and whether accounts and live data work.',
  config: 'Check Config',
  auth: 'Test Auth',
  realtime: 'Test Realtime DB',
  checking: 'Reading the configuration...',
  testingAuth: 'Signing in with a throw-away account...',
  testingRealtime: 'Writing, and waiting for the event...',
  idle: 'Choose a test.',
  keysTitle: 'Configuration keys',
  set: 'Set',
  missingKey: 'Missing',
  optional: 'optional',
  complete: 'All required environment variables are set',
  missing: (names: readonly string[]) => `Missing environment variables: ${names.join(', ')}`,
  authNotInitialized: 'Auth not initialized',
  databaseNotInitialized: 'Realtime Database not initialized',
  configFailed: (reason: string) => `Configuration check failed: ${reason}`,
  authDone: (ms: number) =>
    `Auth test successful! A whole sign-in round took ${ms} ms and left nothing behind`,
  authFailed: (reason: string) => `Auth test failed: ${reason}`,
  realtimeDone: (ms: number) => `Realtime Database test successful! The event arrived after ${ms} ms`,
  realtimeFailed: (reason: string) => `Realtime Database test failed: ${reason}`,
  realtimeRefused: (reason: string) => `The event stream could not be opened. ${reason}`,
  realtimeOnceRefused: 'It can be opened now: try again.',
  realtimeNotReady:
    'Nothing came over the event stream within 10 seconds. If there is a proxy in front of the portal, it must pass events on at once instead of collecting them.',
  realtimeUnanswered:
    'The write was not answered within 10 seconds. See whether the portal still runs, and what its log says.',
  realtimeSilent:
    'The write was stored, but its event did not arrive within 10 seconds. If there is a proxy in front of the portal, it must pass events on at once instead of collecting them.',
} as const;

/** Texts of /migrate-users (spec, point 2). */
export const migrationNotice = {
  title: 'Migration Complete',
  text: 'The app uses only authentication and the realtime database. No migration is needed.',
} as const;

/** Texts of /admin/health. */
export const healthTexts = {
  title: 'System Health',
  subtitle: 'How the portal is doing, and what to do about it.',
  loadFailed: 'The state of the portal could not be read',
  again: 'Look again',
  integrityTitle: 'Are the data whole?',
  integrityAbout: 'Reads everything that is stored. With very many members this takes some seconds.',
  integrityRun: 'Check the data',
  integrityRunning: 'Checking...',
  integrityFailed: (reason: string) => `The data could not be checked: ${reason}`,
  verdicts: {
    good: 'Good',
    attention: 'Attention',
    bad: 'Problem',
    info: 'For information',
  } satisfies Record<Verdict, string>,
} as const;

/** Texts of /admin/access. */
export const accessTexts = {
  title: 'Who May Do What',
  subtitle: 'Every address of the portal, called by everybody, just now.',
  about:
    'The portal calls each of its own addresses as four different people. Every call passes the same checks as one from the network and stops where its work would begin, so nothing is changed.',
  run: 'Run the proof',
  running: 'Calling every address...',
  failed: (reason: string) => `The proof could not be run: ${reason}`,
  holds: (routes: number, actors: number) =>
    `All ${routes} addresses answered all ${actors} people as declared.`,
  broken: (routes: number) =>
    `${routes} ${routes === 1 ? 'address' : 'addresses'} did not answer as declared. Do not leave the portal open to others until that is mended.`,
  columns: { route: 'Address', declared: 'Declared' },
  declared: { public: 'Anyone', member: 'Signed in', admin: 'Administrator' },
} as const;
