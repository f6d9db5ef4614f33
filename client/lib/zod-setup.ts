// By default zod compiles schemas with `new Function`, which the Content-Security-Policy blocks and reports.
// This is zod's own `config({ jitless: true })`, set globally so that it does not have to load zod for it
// (docs/design.md, "Weight").
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
