import { Hono } from 'hono';
import { timingSafeEqual } from 'hono/utils/buffer';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Config } from '#server/config/config.ts';
import { requires } from '#server/http/access.ts';
import type { PortalEnv } from '#server/http/env.ts';
import { Refusal } from '#server/http/refusal.ts';
import type { RequestObserver } from '#server/http/request-log.ts';
import { outboxState } from '#server/mail/outbox-store.ts';
import { countRows } from '#server/store/count-rows.ts';
import type { Store } from '#server/store/open.ts';
import { readState } from '#server/store/portal-state.ts';

export interface Metrics extends RequestObserver {
  /** All metrics in Prometheus' text format, including current values from the database. */
  read(): Promise<string>;
}

/** The metrics of this process: requests by route, streams, mail, backups, and Node's own. */
export function createMetrics({ db }: Store, countStreams: () => number): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'portal_request_duration_seconds',
    help: 'Time from a request to the beginning of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers,
  });
  const signInFailures = new Counter({
    name: 'portal_sign_in_failures_total',
    help: 'Sign-ins that were refused, for a wrong password or for too many attempts.',
    registers,
  });
  new Gauge({
    name: 'portal_live_streams',
    help: 'Open event streams of this process.',
    registers,
    collect() {
      this.set(countStreams());
    },
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const members = gauge('portal_members', 'Members.');
  const waiting = gauge('portal_mail_waiting', 'Emails that wait to be sent.');
  const givenUp = gauge('portal_mail_given_up', 'Emails that failed in the last 30 days.');
  const backupTime = gauge(
    'portal_last_backup_timestamp_seconds',
    'When the last backup ended, well or not; 0 before the first.',
  );
  const backupOk = gauge(
    'portal_last_backup_success',
    '1 if the last backup was made, 0 if it failed or there was none.',
  );

  async function readDatabase(): Promise<void> {
    const mail = await outboxState(db);
    const backup = await readState(db, 'backup');
    members.set(await countRows(db.selectFrom('members')));
    waiting.set(mail.waiting);
    givenUp.set(mail.givenUp);
    backupTime.set(backup ? Date.parse(backup.at) / 1_000 : 0);
    backupOk.set(backup?.fault === null ? 1 : 0);
  }

  return {
    observe({ method, route, status, ms }) {
      requests.observe({ method, route, status }, ms / 1_000);
    },
    signInFailed: () => signInFailures.inc(),
    async read() {
      await readDatabase();
      return registry.metrics();
    },
  };
}

/** `GET /metrics` for a client that sends METRICS_TOKEN; without that variable there is no such page. */
export function metricsRoutes({ metricsToken }: Config, metrics: Metrics | null): Hono<PortalEnv> {
  const routes = new Hono<PortalEnv>();
  routes.get('/metrics', requires('public'), async (c) => {
    if (!metrics || metricsToken === undefined)
      throw new Refusal(404, 'NOT_FOUND', 'There is no such address.');
    const given = c.req.header('authorization') ?? '';
    if (!(await timingSafeEqual(given, `Bearer ${metricsToken}`))) {
      throw new Refusal(401, 'SIGN_IN_REQUIRED', 'Send METRICS_TOKEN as a bearer token.');
    }
    c.header('Cache-Control', 'no-store');
    return c.text(await metrics.read(), 200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' });
  });
  return routes;
}
