import { findProgram, programMissing } from '../../scripts/system-packages.ts';
import { startFirefox } from './firefox.ts';
import { browserScenarios } from './scenarios.ts';

const firefox = findProgram('firefox-esr');
browserScenarios(firefox ? () => startFirefox(firefox) : undefined, programMissing('firefox-esr'));
