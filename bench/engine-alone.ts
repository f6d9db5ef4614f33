import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Durable commits per second of the database engine alone: one record update and one log insert per transaction, with
 * the portal's pragmas. Row b is compared with this figure from the same run.
 */
export function engineCommitsPerSecond(seconds: number): number {
  const folder = mkdtempSync(join(tmpdir(), 'portal-bench-engine-'));
  const database = new DatabaseSync(join(folder, 'engine.sqlite'));
  try {
    database.exec(`pragma journal_mode = wal; pragma synchronous = full;
      create table members (uid text primary key, track text, at text);
      create table changes (seq integer primary key autoincrement, uid text, at text, fields text);
      insert into members values ('one', 'web', '')`);
    const update = database.prepare('update members set track = ?, at = ? where uid = ?');
    const append = database.prepare('insert into changes (uid, at, fields) values (?, ?, ?)');
    const until = performance.now() + seconds * 1000;
    let commits = 0;
    while (performance.now() < until) {
      const at = new Date().toISOString();
      database.exec('begin immediate');
      update.run(commits % 2 ? 'web' : 'ml', at, 'one');
      append.run('one', at, '{"developmentTrack":{"old":"web","new":"ml"}}');
      database.exec('commit');
      commits += 1;
    }
    return commits / seconds;
  } finally {
    database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
