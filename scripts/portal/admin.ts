import { emailAddress } from '#domain/accounts.ts';
import { resetAdministratorPassword } from '#server/accounts/administrator.ts';
import { findCredentials } from '#server/accounts/credentials.ts';
import { handOver, setAdministratorEmail } from '#server/accounts/hand-over.ts';
import { removeSecondFactor } from '#server/accounts/second-factor.ts';
import { OperatorError } from '#server/config/operator-error.ts';
import { findAccount } from '#server/store/find-account.ts';
import { type Call, type Command, UsageError, withPortal } from './command.ts';

export const resetPassword: Command = {
  name: 'admin reset-password',
  usage: '',
  about: 'give the administrator a new password, print it, and end their sessions',
  run: (call) =>
    withPortal(call, async (store) => {
      const { email, password } = await resetAdministratorPassword(store, call.config.adminUid);
      call.report({ email, password });
      call.console.log(`Administrator: ${email}\nNew password (shown once): ${password}`);
    }),
};

export const resetSecondFactor: Command = {
  name: 'admin reset-second-factor',
  usage: '[ADDRESS]',
  about:
    'remove the second factor of the administrator, or of the reviewer with this address, and end their sessions',
  operands: 1,
  run: (call) =>
    withPortal(call, async (store) => {
      const [given] = call.operands;
      const account = given
        ? await findCredentials(store.db, address(call))
        : await findAccount(store.db, call.config.adminUid);
      if (!account) throw new OperatorError(`There is no account ${given ? `with ${given}` : 'yet'}.`);
      const had = await removeSecondFactor(store, { uid: account.id, session: null });
      call.report({ email: account.email, had });
      call.console.log(
        had
          ? `${account.email} signs in with the password alone, and is signed out everywhere. They can set up a second factor again.`
          : `${account.email} had no second factor. They are signed out everywhere.`,
      );
    }),
};

export const setEmail: Command = {
  name: 'admin set-email',
  usage: 'ADDRESS',
  example: 'lead@club.example',
  about: 'give the administrator another address; password and sessions stay',
  operands: 1,
  async run(call) {
    const email = address(call);
    await withPortal(call, async (store) => {
      const former = await setAdministratorEmail(store, call.config.adminUid, email);
      call.report({ email, former });
      call.console.log(`Administrator: ${email} (was ${former})`);
    });
  },
};

export const handOverAccount: Command = {
  name: 'admin hand-over',
  usage: 'ADDRESS',
  example: 'lead@club.example',
  about: 'hand the account to the next lead: email a link to choose a password, and sign the former lead out',
  operands: 1,
  async run(call) {
    const { config } = call;
    const email = address(call);
    await withPortal(call, async (store, { club }) => {
      const { former, link } = await handOver({ store, config, club }, email);
      call.report({ email, former, link });
      call.console.log(`Administrator: ${email} (was ${former}, who is signed out everywhere).`);
      call.console.log(
        config.smtpUrl
          ? 'A link to choose a password is mailed immediately if the portal runs, otherwise when it starts. It works once, for 60 minutes from now.'
          : `No mail server is set: give them this link, which works once, for 60 minutes:\n${link}`,
      );
    });
  },
};

function address({ operands: [given] }: Call): string {
  const parsed = emailAddress.safeParse(given);
  if (!parsed.success) throw new UsageError('an email address is needed, such as lead@club.example');
  return parsed.data;
}
