import * as z from 'zod/mini';
import { handOverLines } from '#domain/hand-over.ts';
import { resultSettings } from '#domain/result-texts.ts';
import { places } from '#domain/results-page.ts';
import type { Db } from './open.ts';

/** Facts that the portal keeps about itself, one row for each name. */
const shapes = {
  /** The account that is the administrator's. */
  administrator: z.object({ uid: z.string() }),
  /** The portal's own id, made with its tables, which names its backups. */
  portal: z.object({ id: z.string() }),
  /** An HMAC by the secret of the last start, which tells it from another one. */
  secret: z.object({ mark: z.string() }),
  /** How the last backup went; `fault` is null for one that was made. `keptFor`: milliseconds until it is deleted. */
  backup: z.object({
    at: z.string(),
    fault: z.nullable(z.string()),
    keptFor: z.optional(z.nullable(z.number())),
  }),
  /** How the last check of a backup went (`backup verify`, and before old ones are deleted); `fault` is null for a good one. `file`: the name of the newest good one. */
  verified: z.object({ at: z.string(), fault: z.nullable(z.string()), file: z.optional(z.string()) }),
  /** The portal's own daily backup: when it was last begun and made, and whether its failure was mailed. */
  'own-backups': z.object({ begunAt: z.string(), doneAt: z.nullable(z.string()), mailed: z.boolean() }),
  /** When a backup was last downloaded. */
  'backup-downloaded': z.object({ at: z.string() }),
  /** Free bytes where the data is, at most one measurement a day, the oldest first. */
  space: z.object({ free: z.array(z.object({ at: z.string(), bytes: z.number() })) }),
  /** When the health was last read: whether it can be written shows whether anything can. */
  written: z.object({ at: z.string() }),
  /** The club's choices about the results. */
  'result-settings': resultSettings,
  /** How many places each track has. */
  places,
  /** The time when the clock was last trusted, and when it was first seen after a jump (trusted-clock.ts). */
  clock: z.object({ at: z.string(), jumpedAt: z.optional(z.string()) }),
  /** Since the mail server accepts no mail: until when none is tried, after how many failures, and the last of them. */
  'mail-parked': z.object({
    until: z.string(),
    failures: z.number(),
    fault: z.enum(['credentials', 'unreachable', 'sender', 'refused']),
    reason: z.string(),
  }),
  /** The password for a user of a mail server, sealed with the portal's secret. */
  'mail-password': z.object({ sealed: z.string() }),
  /** The secret for a client id of an OpenID provider, sealed with the portal's secret. */
  'provider-secret': z.object({ sealed: z.string() }),
  /** The last failure of the OpenID provider, with the settings that it was of, until somebody signs in by it. */
  'provider-failed': z.object({
    ...{ at: z.string(), reason: z.string(), issuer: z.string(), clientId: z.string() },
  }),
  /** The list of first decisions on the administrator's dashboard. */
  checklist: z.object({ dismissed: z.boolean() }),
  /** The links that make the administrator's account: the hashes of their secrets. Until one is used. */
  setup: z.object({ links: z.array(z.object({ id: z.string(), expiresAt: z.string() })) }),
  /** From one lead to the next. `reviewer`: the present one becomes that. `former`: the address of the one before. */
  'hand-over': z.object({
    reviewer: z.boolean(),
    former: z.string(),
    note: z.string(),
    checks: z.partialRecord(
      z.enum(handOverLines),
      z.object({
        text: z.string(),
        at: z.string(),
        /** The lead and the value that were checked. */ of: z.string(),
      }),
    ),
  }),
  /** The last housekeeping, and which of its tasks failed. */
  housekeeping: z.object({ at: z.string(), failed: z.array(z.string()) }),
} as const;

type Name = keyof typeof shapes;
export type PortalState<N extends Name> = z.infer<(typeof shapes)[N]>;

export async function readState<N extends Name>(db: Db, name: N): Promise<PortalState<N> | null> {
  const row = await db.selectFrom('portal_state').select('value').where('name', '=', name).executeTakeFirst();
  return row ? (shapes[name].parse(JSON.parse(row.value)) as PortalState<N>) : null;
}

export async function writeState<N extends Name>(db: Db, name: N, value: PortalState<N>): Promise<void> {
  const text = JSON.stringify(value);
  await db
    .insertInto('portal_state')
    .values({ name, value: text })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: text }))
    .execute();
}

export async function forgetState(db: Db, name: Name): Promise<void> {
  await db.deleteFrom('portal_state').where('name', '=', name).execute();
}
