// Imported as text so that it becomes a separate module: the entry chunk imports a few fields of the same file
// (lib/club.ts) and must not carry the rest.
import text from '#content/club.json?raw';
import type { Club } from '#domain/club.ts';

/** All of content/club.json. The server validates it at start (domain/club.ts). */
export const clubContent: Club = JSON.parse(text);
