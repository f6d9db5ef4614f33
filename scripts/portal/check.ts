import { readStoredHealth } from '#server/diagnostics/health.ts';
import { checkData } from '#server/operations/check.ts';
import { checkReport } from '#server/operations/check-report.ts';
import { type Command, withPortal } from './command.ts';

export const check: Command = {
  name: 'check',
  usage: '',
  about:
    'say how database and mail are doing, and whether the data are whole; exit code 1 if something is bad',
  run: ({ config }) =>
    withPortal({ config }, async (store) => {
      const { lines, sound } = checkReport(await readStoredHealth({ config, store }), await checkData(store));
      console.log(lines.join('\n'));
      if (!sound) process.exitCode = 1;
    }),
};
