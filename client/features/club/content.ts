// As text, so that this is a module of its own: the first paint imports parts of the same file (lib/club.ts), and
// would otherwise carry all that the pages say.
import text from '#content/club.json?raw';
import type { Club } from '#domain/club.ts';

/** All of content/club.json, for the pages that show it; the server checks it at start, by domain/club.ts. */
export const clubContent: Club = JSON.parse(text);
