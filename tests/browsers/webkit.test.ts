import { startWebKit } from '#tests/helpers/drivers/webkit.ts';
import { browserMissing, findWebKit } from '../../scripts/system-packages.ts';
import { browserScenarios } from './scenarios.ts';

const webkit = findWebKit();
browserScenarios(webkit ? () => startWebKit(webkit) : undefined, browserMissing('WebKitWebDriver', 'Xvfb'));
