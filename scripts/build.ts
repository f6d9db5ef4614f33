import { buildClient } from './build-client.ts';

// `npm run build`: what `npm start` would do first, for an installation whose files the program may not write.
buildClient();
