import { runCommand } from './portal/run.ts';

await runCommand(process.argv.slice(2), process);
