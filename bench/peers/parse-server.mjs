// Parse Server as a peer of `npm run bench -- peers`, run by Node from the folder it was installed in. An update of a
// user writes a log entry, as in the portal; Parse has no transaction for it.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

const require = createRequire(`${process.env.INSTALLED_IN}/`);
const express = require('express');
const { ParseServer } = require('parse-server');

const { PORT, DATABASE_URL } = process.env;
const key = 'bench-bench-bench';
const parse = new ParseServer({
  databaseURI: DATABASE_URL,
  appId: 'bench',
  masterKey: key,
  masterKeyIps: ['127.0.0.1', '::1', '::ffff:127.0.0.1'],
  serverURL: `http://127.0.0.1:${PORT}/parse`,
  liveQuery: { classNames: ['_User'] },
  logLevel: 'error',
  silent: true,
  verbose: false,
  cloud: (Parse) => {
    Parse.Cloud.afterSave(Parse.User, async ({ object, original }) => {
      if (!original) return;
      const entry = new Parse.Object('Change');
      await entry.save({ member: object.id, track: object.get('track') }, { useMasterKey: true });
    });
  },
});
await parse.start();
const app = express();
app.use('/parse', parse.app);
const server = createServer(app);
server.listen(Number(PORT), '127.0.0.1');
await ParseServer.createLiveQueryServer(server, {
  classNames: ['_User'],
  appId: 'bench',
  masterKey: key,
  // Only a client that gives it sees the records of others.
  keyPairs: { masterKey: key },
});
process.once('SIGTERM', () => process.exit());
