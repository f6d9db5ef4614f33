import { describe, expect, it } from 'vitest';
import { dropRecord, storedRecord } from '#tests/helpers/records.ts';
import { unavailable } from '#tests/pages/network.ts';
import { administrator, member, openPage, screen, takePageClock, visitor } from '#tests/pages/page.ts';

/** The text of the line below the buttons, once there is a result. */
async function outcome(role: 'status' | 'alert', text: RegExp | string) {
  await expect
    .poll(() => screen.queryAllByRole(role).map((line) => line.textContent))
    .toEqual(expect.arrayContaining([expect.stringMatching(text)]));
}

describe('/database-test', () => {
  it('writes and reads', async () => {
    const { press } = await openPage('/database-test', { as: administrator });
    await screen.findByText('Choose a test.');
    await press('Test Read');
    await outcome('status', /^Read test successful! The test node is empty/);
    await press('Test Write');
    await outcome('status', /^Write test successful!$/);
    await press('Test Read');
    await outcome('status', /^Read test successful! "Hello from the database test", written /);
  });
});

describe.each([
  ['a visitor', visitor, 'Sign in first.'],
  ['a member', member(), 'Only the administrator may do this.'],
])('%s', (_, as, reason) => {
  it.each([
    ['/database-test', 'Test Write', 'Write test failed: '],
    ['/database-test', 'Test Read', 'Read test failed: '],
    ['/database-test', 'Test Users Read', 'Users read test failed: '],
    ['/firebase-test', 'Check Config', 'Configuration check failed: '],
    ['/firebase-test', 'Test Auth', 'Auth test failed: '],
    ['/firebase-test', 'Test Realtime DB', 'Realtime Database test failed: '],
  ])('is refused on %s: %s', async (path, button, text) => {
    const { press } = await openPage(path, { as });
    await press(button);
    await outcome('alert', `${text}${reason}`);
  });
});

describe('/firebase-test', () => {
  it('names what is missing and what does not respond', async () => {
    const { press, network } = await openPage('/firebase-test', { as: administrator });
    const variables = [{ name: 'AUTH_SECRET', set: false, required: true }];
    const state = { variables, missing: ['AUTH_SECRET'], auth: false, database: false };
    network.fail('GET /api/diagnostics/config', () => Response.json(state));
    await press('Check Config');
    await outcome(
      'alert',
      /^Missing environment variables: AUTH_SECRET\. Auth not initialized\. Realtime Database not initialized$/,
    );
  });

  it.each([
    ['Check Config', 'GET config', 'Configuration check failed: Realtime Database not initialized: '],
    ['Test Auth', 'POST auth-test', 'Auth test failed: Auth not initialized: '],
    [
      'Test Realtime DB',
      'PUT test-node',
      'Realtime Database test failed: Realtime Database not initialized: ',
    ],
  ])('says what is not initialized while the database is not available: %s', async (button, route, text) => {
    const { press, network } = await openPage('/firebase-test', { as: administrator });
    network.fail(route.replace(' ', ' /api/diagnostics/'), unavailable);
    await press(button);
    await outcome('alert', `${text}The portal is not available right now.`);
  });

  it('says that the event of a write did not arrive', async () => {
    const clock = takePageClock();
    const { press, network } = await openPage('/firebase-test', { as: administrator });
    // A write that nobody answers has no event.
    const held = network.hold('PUT /api/diagnostics/test-node');
    await press('Test Realtime DB');
    await held.sent;
    await clock.pass(9_000);
    expect(screen.queryByRole('alert')).toBeNull();
    await clock.pass(1_000);
    // `outcome` would let more time pass.
    await screen.findByText(
      /^Realtime Database test failed: The event did not arrive within 10 seconds\. If there is a proxy/,
    );
    held.release();
    await press('Test Realtime DB');
    await outcome('status', /^Realtime Database test successful! The event arrived after \d+ ms$/);
  });
});

describe('/data-recovery', () => {
  it('creates a missing record, and asks before it replaces one', async () => {
    const { press, portal, browser, network } = await openPage('/data-recovery', {
      as: async (app) => {
        const person = await member({ track: 'web' })(app);
        await dropRecord(app.store, person.uid);
        return person;
      },
    });
    const stored = () => storedRecord(portal.store, browser.uid);
    await press('Check My Data');
    await outcome('alert', /^User data not found in Realtime Database$/);
    const restore = network.fail('PUT /api/me/recovery', unavailable);
    await press('Create My Data');
    await outcome('alert', /^Error creating user data: The portal is not available right now\.$/);
    restore();
    await press('Create My Data');
    await outcome('status', /^User data created successfully! You can now edit your profile\.$/);
    expect(screen.getByRole('region', { name: 'Account' }).textContent).toContain('Not Set');
    const repair = network.fail('GET /api/me/recovery');
    await press('Check My Data');
    await outcome('alert', /^Error checking data: The portal couldn’t be reached\./);
    expect(screen.getByRole('region', { name: 'Account' }).textContent).not.toContain('Not Set');
    repair();
    await browser.put('/api/me/track', { developmentTrack: 'web' });
    await press('Create My Data');
    await screen.findByText(/You would lose: development track, date of registration\./);
    await press('Keep my record');
    expect(await stored()).toMatchObject({ developmentTrack: 'web' });
    await press('Create My Data');
    await screen.findByText(/You would lose: /);
    await browser.put('/api/me/track', { developmentTrack: 'ml' });
    await press('Replace my record');
    await screen.findByText(/^Your record has just changed, so it wasn’t replaced\./);
    expect(await stored()).toMatchObject({ developmentTrack: 'ml' });
    await press('Replace my record');
    await expect.poll(stored).toMatchObject({ studentId: 'Not Set', developmentTrack: null });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('counts records for the administrator, who has none', async () => {
    const { press } = await openPage('/data-recovery', { as: administrator });
    await screen.findByText('Your account has no record to recover: only members have one.');
    await press('Check Database');
    await outcome('alert', /^No users node found in database$/);
    for (const name of ['Check My Data', 'Create My Data'])
      expect(screen.getByRole('button', { name })).toHaveProperty('disabled', true);
  });
});

it('/migrate-users leads the administrator back to the dashboard', async () => {
  await openPage('/migrate-users', { as: administrator });
  const link = await screen.findByRole('link', { name: 'Back to Dashboard' });
  expect(link.getAttribute('href')).toBe('/admin-dashboard');
});

it('/admin/health checks the data, and names a fault', async () => {
  const { press, network } = await openPage('/admin/health', { as: administrator });
  await press('Check the data');
  const intact = screen.getByRole('region', { name: 'Is the data intact?' });
  await expect.poll(() => intact.textContent).toContain('Good');
  const checks = [{ name: 'change log', faults: ['the log has a gap at 7'] }];
  network.fail('GET /api/diagnostics/integrity', () => Response.json({ checks }));
  await press('Check the data');
  const problem = /Change log.*Problem.*the log has a gap at 7\. Back up/;
  await expect.poll(() => intact.textContent).toMatch(problem);
});

it('/admin/access shows who may use each address', async () => {
  await openPage('/admin/access', { as: administrator });
  const signedIn = await screen.findByRole('region', { name: 'Signed in' });
  expect([...signedIn.querySelectorAll('li')].map(({ textContent }) => textContent)).toContain(
    'PUT\u00a0/api/me/track',
  );
});

it('/admin/access shows a failure in place of its placeholder', async () => {
  await openPage('/admin/access', {
    as: administrator,
    prepare: (network) => void network.fail('GET /api/diagnostics/access'),
  });
  await screen.findByRole('alert');
  expect(document.querySelector('[style*="24rem"]')).toBeNull();
});
