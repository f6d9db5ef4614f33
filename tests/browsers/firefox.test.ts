import { startFirefox } from '#tests/helpers/drivers/firefox.ts';
import { browserMissing, findFirefox } from '../../scripts/system-packages.ts';
import { browserScenarios } from './scenarios.ts';

const firefox = findFirefox();
browserScenarios(firefox ? () => startFirefox(firefox) : undefined, browserMissing('firefox-esr'));
