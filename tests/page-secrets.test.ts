import { expect, it } from 'vitest';
import { pages } from '#domain/pages.ts';
import { adminPassword, openActors, openTestApp } from './helpers/app.ts';
import { canaries, secretsOf, shownIn } from './helpers/canaries.ts';

it('no page holds a configured value, except its form service and the administrator’s own account', async () => {
  const portal = await openTestApp('sqlite', { env: { ...canaries, ADMIN_PASSWORD: adminPassword } });
  const { FORM_ENDPOINT, CONTACT_FORM_ID, ADMIN_EMAIL, ADMIN_UID, PORTAL_URL, ...hidden } = canaries;
  const secrets = secretsOf([...Object.values(hidden), adminPassword, portal.deps.config.dataDir]);
  const account = secretsOf([ADMIN_EMAIL, ADMIN_UID]);
  for (const [name, visitor] of Object.entries(await openActors(portal))) {
    const hiddenFromIt = name === 'administrator' ? secrets : [...secrets, ...account];
    for (const { path } of pages) {
      const { text } = await visitor.get(path);
      expect(shownIn(text, hiddenFromIt), `${path} for ${name}`).toEqual([]);
    }
  }
});
