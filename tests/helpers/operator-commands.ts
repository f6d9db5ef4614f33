/**
 * The operator's commands of docs/operations.md that a running portal with these members allows, in an order that works,
 * with a part of their output. They write below `dataDir`.
 */
export function operatorCommands(dataDir: string): [command: string, output: RegExp][] {
  return [
    ['seed --members 20', /Added 20 members/],
    ['check', /ok {4}every record belongs to an account/],
    ['doctor', /Free disk space/],
    ['admin set-email lead@club.example', /Administrator: lead@club\.example/],
    ['admin hand-over next-lead@club.example', /reset-password\?token=/],
    ['admin reset-password', /New password \(shown once\): /],
    ['backup', new RegExp(`^${dataDir}/backups/portal-.+\\.sqlite(\\.enc)?$`, 'm')],
    ['backup verify', /20 members and \d+ changes, all the same/],
    [`export --to ${dataDir}/members.csv`, /20 members/],
    ['season end --rehearse', /20 members/],
  ];
}

/** Those that refuse while the portal runs. `backup` is the file of one. */
export function commandsWhileStopped(dataDir: string, backup: string): [command: string, output: RegExp][] {
  return [
    [`restore ${backup}`, /Restored 20 members/],
    [`move --to sqlite:${dataDir}/moved`, /Moved 20 members/],
    ['check --repair', /The counts were written again/],
  ];
}
