import { describe, expect, it } from 'vitest';
import { firebaseScrypt } from './firebase-scrypt.ts';

/** The vector published in the README of github.com/firebase/scrypt. */
const config = {
  signerKey: Buffer.from(
    'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
    'base64',
  ),
  saltSeparator: Buffer.from('Bw==', 'base64'),
  rounds: 8,
  memCost: 14,
};
const salt = Buffer.from('42xEC+ixf3L2lw==', 'base64');
const hash = 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==';

describe('firebaseScrypt', () => {
  it('computes the published hash', async () => {
    expect((await firebaseScrypt('user1password', salt, config)).toString('base64')).toBe(hash);
  });

  it('computes another one for another password, salt, separator, signer key or cost', async () => {
    const others = await Promise.all([
      firebaseScrypt('user1passwore', salt, config),
      firebaseScrypt('user1password', Buffer.from('42xEC+ixf3L2ow==', 'base64'), config),
      firebaseScrypt('user1password', salt, { ...config, saltSeparator: Buffer.alloc(1) }),
      firebaseScrypt('user1password', salt, { ...config, signerKey: Buffer.alloc(64) }),
      firebaseScrypt('user1password', salt, { ...config, memCost: 13 }),
      firebaseScrypt('user1password', salt, { ...config, rounds: 7 }),
    ]);
    const texts = others.map((other) => other.toString('base64'));
    expect(new Set([hash, ...texts]).size).toBe(7);
  });
});
