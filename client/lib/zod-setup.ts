// zod would compile its schemas with `new Function`, which the Content-Security-Policy refuses and reports.
// This is zod's own `config({ jitless: true })`, said before zod itself is loaded: the first paint has no need of
// it (docs/design.md, "Weight").
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
