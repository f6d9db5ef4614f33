import { resetAdministratorPassword } from '#server/accounts/administrator.ts';
import { type Command, withPortal } from './command.ts';

export const resetPassword: Command = {
  name: 'admin reset-password',
  usage: '',
  about: 'give the administrator a new password, print it, and end their sessions',
  run: (call) =>
    withPortal(call, async (store) => {
      const { email, password } = await resetAdministratorPassword(store, call.config.adminUid);
      console.log(`Administrator: ${email}\nNew password (shown once): ${password}`);
    }),
};
