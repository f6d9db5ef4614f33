import { findProgram, programMissing } from '../../scripts/system-packages.ts';
import { browserScenarios } from './scenarios.ts';
import { startWebKit } from './webkit.ts';

const [driver, xvfb] = [findProgram('WebKitWebDriver'), findProgram('Xvfb')];
browserScenarios(
  driver && xvfb ? () => startWebKit({ driver, xvfb }) : undefined,
  programMissing('WebKitWebDriver', 'Xvfb'),
);
