/**
 * Import this first: what is imported after it is set up in a task of its own. Rules and lists in one would keep a slow
 * phone from answering to a touch for an eighth of a second.
 */
await new Promise((done) => setTimeout(done));

export {};
