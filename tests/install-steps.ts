import { release } from '#server/config/release.ts';

/** Steps of docs/install.md that this test takes, in its folder in place of the machine's. */
export const installSteps = [
  'tar -xzf sdc-portal.tar.gz -C /srv',
  `ln -sfn sdc-portal-${release} /srv/sdc-portal`,
  '/srv/sdc-portal/portal version',
  '/srv/sdc-portal/portal setup',
  '/srv/sdc-portal/portal doctor',
  '/srv/sdc-portal/portal backup',
  '/srv/sdc-portal/portal backup verify',
  '/srv/sdc-portal/portal upgrade sdc-portal.tar.gz',
];
