import { exportMembers } from '../export-members.ts';
import { seedMembers } from '../seed-members.ts';
import { type Command, wholeNumber, withPortal } from './command.ts';

export const exportCsv: Command = {
  name: 'export',
  usage: '[--to FILE]',
  about: 'all members as CSV, to a file or to standard output',
  options: ['to'],
  run: (call) => withPortal(call, (store) => exportMembers(store, call.options.to)),
};

export const seed: Command = {
  name: 'seed',
  usage: '--members N',
  about: 'add N made-up members, for trying things out',
  options: ['members'],
  async run(call) {
    const members = wholeNumber('members', call.options.members);
    await withPortal(call, (store) => seedMembers(store, members));
    console.log(`Added ${members} members.`);
  },
};
