import { release } from '#server/config/release.ts';
import type { Command } from './command.ts';

export const version: Command = {
  name: 'version',
  usage: '',
  about: 'the release of this program, and the Node that it runs on',
  withoutData: true,
  async run({ console, report }) {
    const node = process.version;
    const platform = `${process.platform}-${process.arch}`;
    report({ release, node, platform });
    console.log(`SDC Portal ${release} (Node ${node}, ${platform})`);
  },
};
