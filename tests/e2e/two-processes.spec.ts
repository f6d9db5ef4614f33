import { chromium, type LaunchOptions, type Page } from '@playwright/test';
import { openLive, statusOf } from '#tests/helpers/admin-pages.ts';
import { expect, test } from '#tests/helpers/fixtures.ts';
import { followEachOthersWork } from '#tests/helpers/live-journey.ts';
import type { Portal } from '#tests/helpers/portal.ts';
import { startPostgres } from '#tests/helpers/postgres-server.ts';
import { startNginx } from '#tests/helpers/proxies.ts';
import { administratorRemotely } from '#tests/helpers/remote-visitor.ts';
import { send } from '#tests/helpers/requests.ts';
import { startTwoPortals, type TwoPortals } from '#tests/helpers/two-portals.ts';
import { findProgram, programMissing } from '../../scripts/system-packages.ts';

test.describe.configure({ timeout: 180_000 });

// Uses PostgreSQL in any project; without a tag it runs in only one of them.
test('two browsers on two processes behind a proxy see each other’s work, and survive the loss of one process', async ({
  problems,
}, testInfo) => {
  const nginx = findProgram('nginx');
  test.skip(!nginx, programMissing('nginx'));
  if (!nginx) return;
  const closings: (() => Promise<void>)[] = [];
  try {
    const postgres = await startPostgres();
    closings.push(postgres.stop);
    const two = await startTwoPortals(postgres.url);
    closings.push(two.discard);
    // One site on two addresses: each prefers one process, with the other as a backup.
    const addresses = ['127.0.0.1', '127.0.0.2'] as const;
    const orders = [two.ports, two.ports.toReversed() as [number, number]] as const;
    for (const [index, host] of addresses.entries()) {
      const portalPorts = orders[index] ?? two.ports;
      const proxy = await startNginx(nginx, { portalPorts, port: two.port, host, secondInReserve: true });
      closings.push(proxy.stop);
    }
    const open = async (address: string) => {
      const page = await browserAt(address, two.origin, testInfo.project.use.launchOptions);
      problems.watch(page.context());
      closings.push(async () => page.context().browser()?.close());
      return page;
    };
    const [student, admin] = [await open(addresses[0]), await open(addresses[1])];
    const portal: Portal = { ...two.one, url: two.origin };

    await followEachOthersWork(student, admin, portal);
    expect(await streamsOf(two)).toEqual(['1', '1']);

    await test.step('the student’s process is killed', async () => {
      problems.allowLostServer();
      await two.one.kill9();
      await send(student, portal, 'PUT', '/api/me/track', { developmentTrack: 'game' });
      const changes = admin.getByRole('region', { name: 'Recent changes' });
      await expect(changes.getByRole('listitem').first()).toContainText('Selected a track');
      await openLive(admin, '/admin-dashboard');
      await student.goto('/timeline');
      await expect(student.getByText('Your submission is under review.')).toBeVisible();
      await admin.getByRole('checkbox', { name: /^Reviewed: / }).click();
      await expect(student.getByText(/results will be out soon/i)).toBeVisible();
      await expect(statusOf(admin, 'Live')).toBeVisible();
    });
  } finally {
    for (const close of closings.reverse()) await close();
  }
});

/** A page in a separate browser, which resolves localhost to another loopback address. */
async function browserAt(address: string, baseURL: string, options: LaunchOptions = {}): Promise<Page> {
  const browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), `--host-resolver-rules=MAP localhost ${address}`],
  });
  // The certificate is self-signed.
  const context = await browser.newContext({ baseURL, ignoreHTTPSErrors: true, locale: 'en-US' });
  return context.newPage();
}

/** How many streams each process reports as open. */
async function streamsOf(two: TwoPortals): Promise<string[]> {
  const counts: string[] = [];
  for (const portal of [two.one, two.other]) {
    const administrator = await administratorRemotely(portal, portal.url, two.origin);
    const { body } = await administrator.send('GET', '/api/diagnostics/health');
    counts.push(
      /"Live streams open","value":"(\d+)"/.exec(JSON.stringify(body))?.[1] ?? JSON.stringify(body),
    );
  }
  return counts;
}
