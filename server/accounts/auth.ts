import { betterAuth } from 'better-auth';
import { limits as inputLimits } from '#domain/limits.ts';
import type { Config } from '#server/config.ts';
import type { Limits } from '#server/limits/limits.ts';
import type { Log } from '#server/log.ts';
import { type ClubNames, passwordResetMail } from '#server/mail/messages.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import type { Store } from '#server/store/open.ts';
import type { ImportedPasswords } from './imported-passwords.ts';
import { hashPassword, queued, verifyPassword } from './password.ts';
import { dropOlderResetLinks, dropResetLinks, isLockedAccount } from './reset-links.ts';
import { idleLimit, sessionCookieName } from './sessions.ts';

/** How long a reset link works, in seconds. */
const resetLinkLifetime = 60 * 60;

export interface AuthDeps {
  config: Config;
  store: Store;
  log: Log;
  outbox: Outbox;
  club: ClubNames;
  limits: Pick<Limits, 'mails'>;
  importedPasswords: ImportedPasswords;
}

/**
 * better-auth on the portal's own database. Its HTTP handler is not mounted: the portal's routes call the few
 * functions in use, after their own limits and checks. Registration is the portal's own (accounts and records
 * are made together), so sign-up is off here.
 */
export function createAuth({ config, store, log, outbox, club, limits, importedPasswords }: AuthDeps) {
  return betterAuth({
    baseURL: config.portalUrl,
    basePath: '/api/auth',
    secret: config.authSecret,
    database: { db: store.db, type: store.engine },
    trustedOrigins: config.origins,
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      // The portal's rules count characters, better-auth UTF-16 units, of which a character has up to two.
      minPasswordLength: inputLimits.passwordMin,
      maxPasswordLength: 2 * inputLimits.passwordMax,
      password: passwordFunctions(importedPasswords),
      resetPasswordTokenExpiresIn: resetLinkLifetime,
      revokeSessionsOnPasswordReset: true,
      async sendResetPassword({ user, token }) {
        // A new password would open an account that is closed.
        if (await isLockedAccount(store.db, user.id)) return dropResetLinks(store.db, user.id);
        if (!(await limits.mails.may('password-reset', {}))) return;
        await dropOlderResetLinks(store.db, user.id, token);
        const link = `${config.portalUrl}/reset-password?token=${encodeURIComponent(token)}`;
        await outbox.enqueue(store.db, passwordResetMail(club, { to: user.email, link }));
        outbox.wake();
      },
      async onPasswordReset({ user }) {
        await dropResetLinks(store.db, user.id);
        // The link was mailed to the account's address, so whoever used it reads mail there.
        await store.db.updateTable('user').set({ emailVerified: true }).where('id', '=', user.id).execute();
      },
    },
    session: { expiresIn: idleLimit / 1000, disableSessionRefresh: true, cookieCache: { enabled: false } },
    verification: { storeIdentifier: 'hashed' },
    rateLimit: { enabled: false },
    advanced: {
      useSecureCookies: false,
      cookies: { session_token: { name: sessionCookieName(config.https) } },
      defaultCookieAttributes: { secure: config.https, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { disableIpTracking: true },
      // The portal's migrations make the tables, and its tests run all of this on them.
      database: { validateSchema: false },
    },
    telemetry: { enabled: false },
    logger: {
      log: (level, message) => log[level === 'error' ? 'error' : 'debug']({ source: 'better-auth' }, message),
    },
  });
}

function passwordFunctions(imported: ImportedPasswords) {
  return {
    async hash(password: string): Promise<string> {
      await imported.check(password, null, queued);
      return hashPassword(password);
    },
    async verify({ hash, password }: { hash: string; password: string }): Promise<boolean> {
      const matches = await imported.check(password, hash, queued);
      if (matches === null) return verifyPassword({ hash, password });
      await hashPassword(password);
      return matches;
    },
  };
}

export type Auth = ReturnType<typeof createAuth>;
