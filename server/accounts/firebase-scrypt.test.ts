import { expect, it } from 'vitest';
import { firebaseScrypt } from './firebase-scrypt.ts';

it('computes the hash that the README of github.com/firebase/scrypt publishes', async () => {
  const signerKey =
    'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==';
  const config = {
    signerKey: Buffer.from(signerKey, 'base64'),
    saltSeparator: Buffer.from('Bw==', 'base64'),
    rounds: 8,
    memCost: 14,
  };
  const hash = await firebaseScrypt('user1password', Buffer.from('42xEC+ixf3L2lw==', 'base64'), config);
  expect(hash.toString('base64')).toBe(
    'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  );
});
