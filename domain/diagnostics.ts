import * as z from 'zod/mini';
import { requiredText } from './required-text.ts';

const count = z.int().check(z.gte(0));

/** The spec's `test` node (point 3): a message and a time, ISO 8601 UTC. */
export const testNode = z.object({ message: z.string(), timestamp: z.iso.datetime() });
export type TestNode = z.infer<typeof testNode>;

export const testNodePath = '/api/diagnostics/test-node';

/** The body of `PUT /api/diagnostics/test-node`. */
export const testNodeWrite = z.strictObject({ message: requiredText('A message', 200) });

/** The response of `GET /api/diagnostics/test-node`: null before the first write. */
export const testNodeRead = z.object({ node: z.nullable(testNode) });

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

/** The response of `POST /api/diagnostics/auth-test`: its duration, and the step that failed with the reason. */
export const authTest = z.object({ milliseconds: z.number().check(z.gte(0)), fault: z.nullable(z.string()) });
export type AuthTest = z.infer<typeof authTest>;

/** The assessment of a fact on the health page; `info` is neutral. */
const verdicts = ['good', 'attention', 'bad', 'info'] as const;
export type Verdict = (typeof verdicts)[number];

const healthFact = z.object({
  label: z.string(),
  value: z.string(),
  verdict: z.enum(verdicts),
  /** The meaning and a recommended action; null if there is nothing to add. */
  advice: z.nullable(z.string()),
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
  checks: z.array(z.object({ name: z.string(), faults: z.array(z.string()) })),
});
export type Integrity = z.infer<typeof integrity>;

/** The response of `GET /api/diagnostics/access`: every route with its declared access. */
export const accessTable = z.object({
  routes: z.array(
    z.object({
      method: z.string(),
      path: z.string(),
      access: z.enum(['public', 'member', 'reviewer', 'admin']),
    }),
  ),
});

/** Texts that several tools share. */
export const toolTexts = {
  back: 'Back to Dashboard',
  testsTitle: 'Tests',
  idle: 'Choose a test.',
} as const;

/** Texts of a test: on its button, while it runs, and before the reason if it fails. */
export interface TestTexts {
  label: string;
  progress: string;
  failed: string;
}

/** Texts of /database-test (spec, points 2 and 8). */
export const databaseTestTexts = {
  title: 'Database Connection Test',
  subtitle: 'Runs real writes, reads and counts on the portal’s database.',
  write: { label: 'Test Write', progress: 'Writing the test node...', failed: 'Write test failed' },
  read: { label: 'Test Read', progress: 'Reading the test node...', failed: 'Read test failed' },
  users: {
    label: 'Test Users Read',
    progress: 'Reading the users node...',
    failed: 'Users read test failed',
  },
  written: 'Write test successful!',
  readDone: (message: string, time: string) => `Read test successful! "${message}", written ${time}`,
  readEmpty: 'Read test successful! The test node is empty: run Test Write first',
  usersDone: (users: number) => `Users read successful! Found ${users} users`,
  instructionsTitle: 'Instructions',
  instructions: [
    'Sign in as the administrator: only that account may write the test node and read the users node.',
    'Run Test Write, then Test Read: the message that was written should come back.',
    'Run Test Users Read: the number should be the one on the administrator’s dashboard.',
    'If a test fails, read the reason after the colon. When the database is not available, check System Health and the portal’s log.',
    'When nothing can be saved, check the free space and the permissions of the disk that holds the database. The portal continues automatically once it can write again.',
  ],
  message: 'Hello from the database test',
} as const;

/** Texts of /firebase-test (spec, points 2 and 8). */
export const configTestTexts = {
  title: 'Configuration Test',
  subtitle: 'Which settings the portal was started with, and whether accounts and live data work.',
  config: {
    label: 'Check Config',
    progress: 'Reading the configuration...',
    failed: 'Configuration check failed',
  },
  auth: {
    label: 'Test Auth',
    progress: 'Signing in with a temporary account...',
    failed: 'Auth test failed',
  },
  realtime: {
    label: 'Test Realtime DB',
    progress: 'Writing, and waiting for the event...',
    failed: 'Realtime Database test failed',
  },
  keysTitle: 'Configuration keys',
  set: 'Set',
  missingKey: 'Missing',
  optional: 'optional',
  complete: 'All required environment variables are set',
  missing: (names: readonly string[]) => `Missing environment variables: ${names.join(', ')}`,
  authNotInitialized: 'Auth not initialized',
  databaseNotInitialized: 'Realtime Database not initialized',
  authDone: (ms: number) =>
    `Auth test successful! A whole sign-in round took ${ms} ms and left nothing behind`,
  realtimeMessage: (id: string) => `Realtime test ${id}`,
  realtimeDone: (ms: number) => `Realtime Database test successful! The event arrived after ${ms} ms`,
  realtimeRefused:
    'The event stream could not be opened, perhaps because too many pages are open. Try again.',
  realtimeSilent:
    'The event did not arrive within 10 seconds. If there is a proxy in front of the portal, it must pass events on immediately instead of collecting them.',
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
  allWell: 'All is well',
  wrong: (count: number) => (count === 1 ? '1 thing needs attention' : `${count} things need attention`),
  loadFailed: 'The state of the portal could not be read',
  again: 'Refresh',
  integrityTitle: 'Is the data intact?',
  integrityAbout: 'Checks everything that is stored. With many members this takes a few seconds.',
  integrityRun: 'Check the data',
  integrityRunning: 'Checking...',
  integrityFaults: (faults: readonly string[]) =>
    `${faults.join('; ')}. Back up the current state, then restore the latest intact backup.`,
  integrityFailed: (reason: string) => `The data couldn’t be checked: ${reason}`,
  verdicts: {
    good: 'Good',
    attention: 'Attention',
    bad: 'Problem',
    info: 'For information',
  } satisfies Record<Verdict, string>,
} as const;

/** Texts of /admin/access. */
export const accessTexts = {
  title: 'Access Table',
  back: 'Back to System Health',
  subtitle: 'Every address of the portal, and the people who may use it.',
  loadFailed: 'Failed to load the table',
  access: { public: 'Anyone', member: 'Signed in', reviewer: 'Reviewers', admin: 'Administrator' },
} as const;
